package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * Waits of OpenSHMEM, and the updates that they wait for. A wait takes as many as it counts, those
 * first that were sent first.
 */
final class VariableUpdates {
  private final MovedData updates;
  private final List<RankTimeline> timelines;
  private final Long2ObjectOpenHashMap<IntArrayList> ofVariable = new Long2ObjectOpenHashMap<>();
  private final List<Wait> waits = new ArrayList<>();

  /** A rank waits for updates of a variable, by a rank or by any. */
  private record Wait(long variable, long count, int source) {}

  VariableUpdates(MovedData updates, List<RankTimeline> timelines) {
    this.updates = updates;
    this.timelines = timelines;
    for (int i = 0; i < updates.size(); i++) {
      if (updates.sendCall(i) != MovedData.NONE && updates.tag(i) >= 0) {
        ofVariable
            .computeIfAbsent(
                variable(updates.destination(i), updates.tag(i)), v -> new IntArrayList(2))
            .add(i);
      }
    }
  }

  private static long variable(int rank, int number) {
    return (long) rank << 32 | number;
  }

  /** A rank's call waits; what it needs is added to its timeline. */
  void waits(OpView op, int rank, int call) {
    RankTimeline timeline = timelines.get(rank);
    switch (op.code()) {
      case SHMEM_WAIT_UNTIL ->
          add(timeline, call, variable(rank, op.tag()), count(op), matched(op));
      case SHMEM_WAIT_UNTIL_ALL -> {
        for (int i = 0; i < op.listLength(OpField.VARIABLES); i++) {
          int number = (int) op.listElement(OpField.VARIABLES, i);
          add(timeline, call, variable(rank, number), count(op), OpView.NONE);
        }
      }
      case SHMEM_WAIT_UNTIL_ANY -> {
        long index = op.get(OpField.OUTCOME);
        if (index >= 0 && index < op.listLength(OpField.VARIABLES)) {
          int number = (int) op.listElement(OpField.VARIABLES, (int) index);
          add(timeline, call, variable(rank, number), 1, OpView.NONE);
        }
      }
      case SHMEM_WAIT_UNTIL_SOME -> {
        for (int i = 0; i < op.listLength(OpField.OUTCOMES); i++) {
          long index = op.listElement(OpField.OUTCOMES, i);
          if (index >= 0 && index < op.listLength(OpField.VARIABLES)) {
            int number = (int) op.listElement(OpField.VARIABLES, (int) index);
            add(timeline, call, variable(rank, number), 1, OpView.NONE);
          }
        }
      }
      // Any other op fails, since it waits for no variables.
      default -> throw new AssertionError(op);
    }
  }

  private static long count(OpView op) {
    return op.get(OpField.COUNT) == OpView.NONE ? 1 : op.get(OpField.COUNT);
  }

  private static int matched(OpView op) {
    return (int) op.get(OpField.MATCHED_PEER);
  }

  private void add(RankTimeline timeline, int call, long variable, long count, int source) {
    if (count > 0) {
      timeline.add(call, Need.UPDATE.of(waits.size()));
      waits.add(new Wait(variable, count, source));
    }
  }

  private long startPs(int update) {
    return timelines.get(updates.source(update)).startPs(updates.sendCall(update));
  }

  /** The clocks of ranks are set. */
  void sort() {
    for (IntArrayList queue : ofVariable.values()) {
      queue.sort(
          Comparator.comparingLong((Integer update) -> startPs(update))
                  .reversed()
                  .thenComparing(Comparator.reverseOrder())
              ::compare);
    }
  }

  /**
   * Removes the updates that a wait waited for, and returns the last of them; {@link
   * MovedData#NONE} for none.
   */
  int take(int number) {
    Wait wait = waits.get(number);
    IntArrayList queue = ofVariable.get(wait.variable());
    int last = MovedData.NONE;
    if (queue == null) {
      return last;
    }
    long missing = wait.count();
    for (int at = queue.size() - 1; at >= 0 && missing > 0; at--) {
      if (wait.source() < 0 || updates.source(queue.getInt(at)) == wait.source()) {
        last = queue.removeInt(at);
        missing--;
      }
    }
    return last;
  }
}
