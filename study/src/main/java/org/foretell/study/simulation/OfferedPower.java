package org.foretell.study.simulation;

import java.util.List;
import java.util.Optional;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.SwitchPower;
import org.foretell.machine.Watts;

/**
 * The power of a machine with another number of nodes.
 *
 * @param group of all its nodes
 * @param idle of a node that computes nothing
 * @param busy of a node all of whose cores compute
 * @param network of the switches, in proportion to the nodes
 */
public record OfferedPower(NodeGroup group, Watts idle, Watts busy, Watts network) {
  /**
   * {@return the power; empty of a machine with several groups of nodes, or without a power}
   *
   * @param machine which
   * @param nodes that are offered
   */
  public static Optional<OfferedPower> of(Machine machine, long nodes) {
    List<NodeGroup> groups = machine.groups();
    if (groups.size() != 1 || groups.get(0).power().isEmpty()) {
      return Optional.empty();
    }
    NodeGroup group = groups.get(0);
    double perNode = (double) nodes / machine.nodes();
    return Optional.of(
        new OfferedPower(
            group,
            group.idlePower().orElseThrow(),
            group.busyPower().orElseThrow(),
            machine.switchPower().map(power -> switches(power).times(perNode)).orElse(Watts.NONE)));
  }

  private static Watts switches(SwitchPower power) {
    return power.each().times(power.switches());
  }
}
