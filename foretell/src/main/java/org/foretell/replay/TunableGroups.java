package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.model.ModelTrait;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.time.Quantity;

/**
 * What messages within a node cost, as parameters: of each group of nodes with ranks latency,
 * bandwidth and memory, of which no parameter of the model says what they are for all groups.
 */
final class TunableGroups {
  /** The figure of each group. */
  private static final String MEMORY = "memoryBandwidth";

  private static final double PS_PER_SECOND = 1e12;

  private final Machine machine;
  private final List<MovedParameter> parameters;
  private final Set<ModelTrait> traits;
  private final List<TunableFigure> found = new ArrayList<>();

  /**
   * Of a machine.
   *
   * @param parameters of the model
   * @param traits of the model
   */
  TunableGroups(Machine machine, List<MovedParameter> parameters, Set<ModelTrait> traits) {
    this.machine = machine;
    this.parameters = parameters;
    this.traits = traits;
  }

  /**
   * Those of the groups that are used.
   *
   * @param hasRanks whether a group does
   */
  List<TunableFigure> of(Predicate<NodeGroup> hasRanks) {
    for (int index = 0; index < machine.groups().size(); index++) {
      if (hasRanks.test(machine.groups().get(index))) {
        ofLink(index);
        ofMemory(index);
      }
    }
    return found;
  }

  private void ofLink(int index) {
    if (!readsGroups()) {
      return;
    }
    NodeGroup group = machine.groups().get(index);
    String path =
        machine.groups().size() == 1 ? "intraNode." : "nodeGroups." + group.name() + ".intraNode.";
    LinkSpeed speed = group.intraNode();
    if (!isParameter(ParameterRole.LATENCY, ParameterPlace.WITHIN_NODE) && speed.latencyPs() > 0) {
      found.add(
          TunableFigure.ofMachine(
              path + "latency",
              Quantity.formatTime(speed.latencyPs()),
              speed.latencyPs() / PS_PER_SECOND,
              "s",
              true,
              with(
                  index,
                  (on, cost) ->
                      linked(on, Math.round(speed.latencyPs() * cost), speed.bytesPerSecond()))));
    }
    if (!isParameter(ParameterRole.BANDWIDTH, ParameterPlace.WITHIN_NODE)
        && !Double.isInfinite(speed.bytesPerSecond())) {
      found.add(
          TunableFigure.ofMachine(
              path + "bandwidth",
              Quantity.formatBytesPerSecond(speed.bytesPerSecond()),
              speed.bytesPerSecond(),
              "B/s",
              false,
              with(
                  index,
                  (on, cost) -> linked(on, speed.latencyPs(), speed.bytesPerSecond() / cost))));
    }
  }

  private static NodeGroup linked(NodeGroup group, long latencyPs, double bytesPerSecond) {
    return group.toBuilder().intraNode(new LinkSpeed(latencyPs, bytesPerSecond)).build();
  }

  private void ofMemory(int index) {
    NodeGroup group = machine.groups().get(index);
    boolean isRead =
        parameters.stream()
            .anyMatch(one -> is(one, ParameterRole.BANDWIDTH, ParameterPlace.MEMORY));
    if (isRead
        && !isParameter(ParameterRole.BANDWIDTH, ParameterPlace.MEMORY)
        && group.memoryBytesPerSecond().isPresent()) {
      double memory = group.memoryBytesPerSecond().getAsDouble();
      found.add(
          TunableFigure.ofMachine(
              "nodeGroups." + group.name() + "." + MEMORY,
              Quantity.formatBytesPerSecond(memory),
              memory,
              "B/s",
              false,
              with(
                  index,
                  (on, cost) -> on.toBuilder().memoryBytesPerSecond(memory / cost).build())));
    }
  }

  private static BiFunction<Machine, Double, Machine> with(
      int index, BiFunction<NodeGroup, Double, NodeGroup> moved) {
    return (machine, cost) ->
        machine.withGroup(index, moved.apply(machine.groups().get(index), cost));
  }

  /** Whether one parameter of the model says it for all nodes. */
  private boolean isParameter(ParameterRole role, ParameterPlace place) {
    return parameters.stream().anyMatch(one -> is(one, role, place) && !one.isOfFirst());
  }

  private static boolean is(MovedParameter one, ParameterRole role, ParameterPlace place) {
    return one.role() == role && one.figure().parameter().place() == place;
  }

  /** Whether the model takes figures within nodes from the machine. */
  private boolean readsGroups() {
    return !traits.contains(ModelTrait.WITHIN_AS_BETWEEN)
        && !traits.contains(ModelTrait.WITHIN_OVER_LINKS);
  }
}
