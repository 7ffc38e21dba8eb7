package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.time.Quantity;

/**
 * The figures of a machine that bound bursts whose work is known, as parameters: of each group of
 * nodes with ranks the peak of a core, and what its memory delivers to all of them and to one
 * alone. What a core's peak does to bursts of unknown work, by way of the CPU ratio, is part of it.
 * The critical path does not know the limit of a burst, so replays find their effects.
 */
final class TunableRoofs {
  private final Machine machine;
  private final List<TunableFigure> found = new ArrayList<>();

  TunableRoofs(Machine machine) {
    this.machine = machine;
  }

  /**
   * Those of the groups that are used.
   *
   * @param hasRanks whether a group does
   */
  List<TunableFigure> of(Predicate<NodeGroup> hasRanks) {
    for (int index = 0; index < machine.groups().size(); index++) {
      NodeGroup group = machine.groups().get(index);
      if (hasRanks.test(group)) {
        add(
            index,
            "coreSpeed",
            "flop/s",
            group.coreFlopsPerSecond(),
            (of, speed) -> of.toBuilder().coreFlopsPerSecond(speed).build());
        add(
            index,
            "streamBandwidth",
            "B/s",
            group.streamBytesPerSecond(),
            (of, speed) -> of.toBuilder().streamBytesPerSecond(speed).build());
        add(
            index,
            "coreStreamBandwidth",
            "B/s",
            group.coreStreamBytesPerSecond(),
            (of, speed) -> of.toBuilder().coreStreamBytesPerSecond(speed).build());
      }
    }
    return found;
  }

  private void add(
      int index,
      String figure,
      String unit,
      OptionalDouble stated,
      BiFunction<NodeGroup, Double, NodeGroup> with) {
    if (stated.isEmpty()) {
      return;
    }
    double speed = stated.getAsDouble();
    NodeGroup group = machine.groups().get(index);
    found.add(
        TunableFigure.ofMachine(
                "nodeGroups." + group.name() + "." + figure,
                unit.equals("B/s")
                    ? Quantity.formatBytesPerSecond(speed)
                    : Quantity.formatFlopsPerSecond(speed),
                speed,
                unit,
                false,
                (on, cost) -> on.withGroup(index, with.apply(on.groups().get(index), speed / cost)))
            .byReplays());
  }
}
