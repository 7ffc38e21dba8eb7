package org.foretell.models.simple;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.model.CommunicationModel;
import org.foretell.model.FigureOrigin;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.models.formula.Collective;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.Parameter;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;
import org.foretell.models.parameters.SizeFactors;
import org.foretell.models.parameters.SpeedBySize;
import org.foretell.models.parameters.SpeedFactors;
import org.foretell.models.simple.SimpleCollectives.Growth;

/**
 * The built-in model of PSINS: best latency and bandwidth, optionally by size of the message, and
 * infinite resources. See {@code docs/models.md}.
 */
public final class SimpleModelProvider extends ParameterizedProvider {
  private static final List<Growth> GROWTHS = List.of(Growth.values());

  private static final Parameter<Long> LATENCY =
      Parameter.timePs("latency", "machine: network.latency", "Latency between nodes.")
          .as(ParameterRole.LATENCY, ParameterPlace.EVERYWHERE);
  private static final Parameter<Double> BANDWIDTH =
      Parameter.bytesPerSecond(
              "bandwidth", "machine: network.bandwidth", "Bandwidth between nodes.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.EVERYWHERE);
  private static final Parameter<Long> INTRA_LATENCY =
      Parameter.timePs(
              "intraLatency",
              "machine: intraNode.latency; without a machine, as latency",
              "Latency within a node.")
          .as(ParameterRole.LATENCY, ParameterPlace.WITHIN_NODE);
  private static final Parameter<Double> INTRA_BANDWIDTH =
      Parameter.bytesPerSecond(
              "intraBandwidth",
              "machine: intraNode.bandwidth; without a machine, as bandwidth",
              "Bandwidth within a node.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.WITHIN_NODE);
  private static final Parameter<SizeFactors> LATENCY_FACTORS =
      SizeFactors.parameter("latencyFactors", "Factors of the latency by size of the message.");
  private static final Parameter<SizeFactors> BANDWIDTH_FACTORS =
      SizeFactors.parameter("bandwidthFactors", "Factors of the bandwidth by size of the message.");
  private static final Parameter<SizeFactors> INTRA_LATENCY_FACTORS =
      SizeFactors.parameter(
              "intraLatencyFactors", "latencyFactors", "Factors of intraLatency by size.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);
  private static final Parameter<SizeFactors> INTRA_BANDWIDTH_FACTORS =
      SizeFactors.parameter(
              "intraBandwidthFactors", "bandwidthFactors", "Factors of intraBandwidth by size.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);
  private static final Parameter<Long> EAGER_THRESHOLD =
      Parameter.bytes(
              "eagerThreshold",
              "machine: eagerThreshold",
              "Messages up to and including this size do not wait for the receiver.")
          .as(ParameterRole.PROTOCOL_THRESHOLD, ParameterPlace.EVERYWHERE);
  private static final Parameter<Long> RECEIVE_POST =
      Parameter.timePs(
              "receivePost",
              0L,
              "Time for which posting a non-blocking receive occupies its caller.")
          .as(ParameterRole.OVERHEAD, ParameterPlace.EVERYWHERE);
  private static final Parameter<Double> COLLECTIVE_FACTOR =
      Parameter.number("collectiveFactor", 1.0, "Multiplies the time of every collective.")
          .as(ParameterRole.FACTOR, ParameterPlace.EVERYWHERE);

  private static Parameter<Growth> growthOf(Collective collective) {
    return Parameter.word(
        collective.parameter(),
        GROWTHS,
        SimpleCollectives.defaultGrowth(collective),
        "Growth of the time with the number of participants: " + Parameter.written(GROWTHS) + ".");
  }

  /** For the service loader. */
  public SimpleModelProvider() {}

  @Override
  public String name() {
    return "simple";
  }

  @Override
  public boolean nodesAreAlike() {
    return true;
  }

  @Override
  public boolean fitsAnyMachine() {
    return true;
  }

  @Override
  public boolean interfacesAreFree() {
    return true;
  }

  @Override
  public String summary() {
    return "Full latency and bandwidth for each message, without contention: for a first look and"
        + " for very large traces.";
  }

  @Override
  public List<Parameter<?>> declared() {
    List<Parameter<?>> all =
        new ArrayList<>(
            List.of(
                LATENCY,
                BANDWIDTH,
                INTRA_LATENCY,
                INTRA_BANDWIDTH,
                LATENCY_FACTORS,
                BANDWIDTH_FACTORS,
                INTRA_LATENCY_FACTORS,
                INTRA_BANDWIDTH_FACTORS,
                EAGER_THRESHOLD,
                RECEIVE_POST));
    for (Collective collective : Collective.values()) {
      all.add(growthOf(collective));
    }
    all.add(COLLECTIVE_FACTOR);
    return List.copyOf(all);
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    LinkSpeed network = machine == null ? null : machine.buses().speed();
    long latencyPs =
        parameters.get(
            LATENCY,
            network == null ? null : network.latencyPs(),
            FigureOrigin.machine("network.latency"));
    double bytesPerSecond =
        parameters.get(
            BANDWIDTH,
            network == null ? null : network.bytesPerSecond(),
            FigureOrigin.machine("network.bandwidth"));
    ByDistance<LinkSpeed> speeds =
        ByDistance.withinNodes(
            parameters,
            LATENCY,
            BANDWIDTH,
            INTRA_LATENCY,
            INTRA_BANDWIDTH,
            new LinkSpeed(latencyPs, bytesPerSecond),
            context);
    SpeedFactors factors =
        new SpeedFactors(parameters.get(LATENCY_FACTORS), parameters.get(BANDWIDTH_FACTORS));
    SpeedFactors factorsWithin =
        factors.within(
            parameters,
            LATENCY_FACTORS,
            BANDWIDTH_FACTORS,
            INTRA_LATENCY_FACTORS,
            INTRA_BANDWIDTH_FACTORS);
    ByDistance<SpeedBySize> speedsBySize =
        speeds.map(
            new SpeedBySize(speeds.betweenNodes(), factors),
            speed -> new SpeedBySize(speed, factorsWithin));
    long eagerBytes =
        parameters.get(
            EAGER_THRESHOLD,
            machine == null ? null : machine.eagerThresholdBytes(),
            FigureOrigin.machine("eagerThreshold"));
    long receivePostPs = parameters.get(RECEIVE_POST);
    Map<Collective, Growth> growths = new EnumMap<>(Collective.class);
    for (Collective collective : Collective.values()) {
      growths.put(collective, parameters.get(growthOf(collective)));
    }
    double factor = parameters.get(COLLECTIVE_FACTOR);
    return new CommunicationModel(
        name(),
        new SimpleModel(speedsBySize, eagerBytes, receivePostPs),
        new SimpleCollectives(speedsBySize, growths, factor));
  }
}
