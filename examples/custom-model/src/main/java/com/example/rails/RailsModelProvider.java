package com.example.rails;

import java.util.Arrays;
import java.util.List;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.model.CommunicationModel;
import org.foretell.model.FigureOrigin;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.Parameter;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;

/** Tells sim of the model: its name, its parameters, and how it is made from them. */
public final class RailsModelProvider extends ParameterizedProvider {
  private static final Parameter<Double> RAILS =
      Parameter.number("rails", "machine: nics of each node", "Messages that a node sends at once.")
          .between(1.0, 64.0);
  private static final Parameter<Long> LATENCY =
      Parameter.timePs("latency", "machine: network.latency", "Between nodes.")
          .as(ParameterRole.LATENCY, ParameterPlace.BETWEEN_NODES);
  private static final Parameter<Double> BANDWIDTH =
      Parameter.bytesPerSecond("bandwidth", "machine: network.bandwidth", "Of one rail.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.BETWEEN_NODES);

  @Override
  public String name() {
    return "rails";
  }

  @Override
  public String summary() {
    return "Each node sends over its network interfaces; a message waits until one of them is"
               + " free.";
  }

  @Override
  public List<Parameter<?>> declared() {
    return List.of(RAILS, LATENCY, BANDWIDTH);
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    LinkSpeed network = machine == null ? null : machine.buses().speed();
    // Null for no fallback: without a machine, the user has to give the parameter.
    Long machineLatencyPs = network == null ? null : network.latencyPs();
    Double machineBandwidth = network == null ? null : network.bytesPerSecond();
    LinkSpeed betweenNodes =
        new LinkSpeed(
            parameters.get(LATENCY, machineLatencyPs, FigureOrigin.machine("network.latency")),
            parameters.get(BANDWIDTH, machineBandwidth, FigureOrigin.machine("network.bandwidth")));
    ByDistance<LinkSpeed> speeds =
        machine == null
            ? ByDistance.alike(betweenNodes, betweenNodes, context)
            : ByDistance.byGroup(betweenNodes, machine, NodeGroup::intraNode, context);
    RailsModel model =
        new RailsModel(
            speeds,
            machine == null ? 8192 : machine.eagerThresholdBytes(),
            railsOfNode(parameters, context));
    return new CommunicationModel(name(), model, model::treePs);
  }

  /** As many rails as the node has network interfaces, unless the user says how many. */
  private static int[] railsOfNode(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    double usual = machine == null ? 1 : machine.groups().get(0).nics();
    int given = parameters.get(RAILS, usual, FigureOrigin.machine("nodeGroups.nics")).intValue();
    int[] rails = new int[1 + Arrays.stream(context.placement().nodes()).max().orElseThrow()];
    for (int node = 0; node < rails.length; node++) {
      boolean asMachine = machine != null && !parameters.given(RAILS);
      rails[node] = asMachine ? machine.groupOf(node).nics() : given;
    }
    return rails;
  }
}
