package org.foretell.models.loggops;

import java.util.EnumMap;
import java.util.List;
import org.foretell.machine.Machine;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.models.formula.Collective;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.Parameter;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;

/** LogGOPS as the fork of LogGOPSim in ATLAHS simulates it. See {@code docs/models.md}. */
public final class AtlahsModelProvider extends ParameterizedProvider {
  private static final Parameter<Long> LATENCY =
      Parameter.timePs("L", "machine: network.latency - 2 o - g", "Wire latency of a message.")
          .as(ParameterRole.LATENCY, ParameterPlace.EVERYWHERE);

  /** For the service loader. */
  public AtlahsModelProvider() {}

  @Override
  public String name() {
    return "loggops-atlahs";
  }

  @Override
  public String summary() {
    return "LogGOPS as in ATLAHS: a message arrives with its last byte, and occupies its receiver's"
        + " CPU and NIC only once a receive matches it; for comparison with ATLAHS.";
  }

  @Override
  public List<Parameter<?>> declared() {
    return LogGopsModelProvider.figures(LATENCY);
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    LogGopsFigures figures = LogGopsModelProvider.betweenNodes(parameters, machine, LATENCY, true);
    LogGopsFigures formulas =
        machine == null || parameters.given(LATENCY) ? figures : figures.withGapInLatency();
    long eagerBytes = LogGopsModelProvider.eagerBytes(parameters, machine);
    return new CommunicationModel(
        name(),
        new AtlahsModel(figures, eagerBytes),
        new LogGopsCollectives(
            ByDistance.alike(formulas, formulas, context),
            new EnumMap<>(Collective.class),
            Integer.MAX_VALUE));
  }
}
