package org.foretell.models.maxrate;

import java.util.List;
import org.foretell.model.FigureOrigin;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.Parameter;
import org.foretell.models.parameters.Parameters;
import org.foretell.models.parameters.SizeFactors;
import org.foretell.time.Ps;

/** What puts, gets and the like cost, which need no CPU of their target. */
final class PutCosts {
  static final Parameter<Long> LATENCY =
      Parameter.timePs(
              "intraPutLatency",
              "intraLatency - o within a node",
              "Time from the start of a small put until it takes effect, within a node.")
          .as(ParameterRole.TIME, ParameterPlace.WITHIN_NODE);
  static final Parameter<SizeFactors> OVERHEAD_FACTORS =
      SizeFactors.parameter(
              "intraPutOverheadFactors",
              "intraOverheadFactors",
              "Factors of o within a node for puts, gets and the like, by size.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);
  static final Parameter<SizeFactors> BANDWIDTH_FACTORS =
      SizeFactors.parameter(
              "intraPutBandwidthFactors",
              "intraBandwidthFactors",
              "Factors of intraBandwidth for puts, gets and the like, by size.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);

  private PutCosts() {}

  /** As messages but for what is given of puts; between nodes always as messages. */
  static ByDistance<MessageCosts> of(Parameters parameters, ByDistance<MessageCosts> costs) {
    MessageCosts usual = costs.withinNodeOf(0);
    long latencyPs =
        parameters.get(
            LATENCY,
            Ps.plus(usual.latencyPs(), usual.overheadPs()),
            new FigureOrigin.Derived(
                List.of("intraLatency", "o"), List.of(), "intraLatency - o within a node"));
    boolean latencyGiven = parameters.given(LATENCY);
    SizeFactors overheadFactors =
        parameters.get(
            OVERHEAD_FACTORS,
            usual.overheadFactors(),
            FigureOrigin.derived("intraOverheadFactors", "intraOverheadFactors"));
    SizeFactors byteFactors =
        parameters.get(
            BANDWIDTH_FACTORS,
            usual.byteFactors(),
            FigureOrigin.derived("intraBandwidthFactors", "intraBandwidthFactors"));
    return costs.map(
        costs.betweenNodes(),
        each ->
            new MessageCosts(
                latencyGiven ? Math.max(0, latencyPs - each.overheadPs()) : each.latencyPs(),
                each.overheadPs(),
                each.overheadPsPerByte(),
                overheadFactors,
                byteFactors,
                each.memoryPsPerByte()));
  }
}
