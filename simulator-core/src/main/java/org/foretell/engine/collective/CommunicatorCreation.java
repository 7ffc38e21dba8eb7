package org.foretell.engine.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** What the members of a communicator said when they called an op that makes new ones of it. */
final class CommunicatorCreation {
  private static final long[] NOBODY = {};

  private final OpCode code;
  private final CommunicatorGroup parent;
  private final long[] colors;
  private final long[] keys;
  private final long[] newIds;
  private final long[][] lists;

  CommunicatorCreation(OpCode code, CommunicatorGroup parent) {
    this.code = code;
    this.parent = parent;
    int members = parent.size();
    colors = new long[members];
    keys = new long[members];
    newIds = new long[members];
    lists = new long[members][];
    Arrays.fill(lists, NOBODY);
  }

  void join(int member, OpView op) {
    colors[member] = code == OpCode.COMM_SPLIT ? op.get(OpField.COLOR) : 0;
    keys[member] = code == OpCode.COMM_SPLIT ? op.get(OpField.KEY) : 0;
    newIds[member] = op.get(OpField.NEW_COMMUNICATOR);
    if (code == OpCode.COMM_CREATE) {
      lists[member] = op.list(OpField.RANKS);
    }
  }

  /** Members of each new communicator, as ranks of the parent, in their new order. */
  private List<int[]> parts() {
    return code == OpCode.COMM_CREATE ? listedParts() : colouredParts();
  }

  private List<int[]> colouredParts() {
    Integer[] order = new Integer[parent.size()];
    Arrays.setAll(order, member -> member);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingLong(member -> colors[member])
            .thenComparingLong(member -> keys[member]));
    List<int[]> parts = new ArrayList<>();
    int from = 0;
    for (int to = 1; to <= order.length; to++) {
      if (to == order.length || colors[order[to]] != colors[order[from]]) {
        if (colors[order[from]] != OpView.NONE) {
          parts.add(Arrays.stream(order, from, to).mapToInt(Integer::intValue).toArray());
        }
        from = to;
      }
    }
    return parts;
  }

  private List<int[]> listedParts() {
    List<int[]> parts = new ArrayList<>();
    for (int member = 0; member < lists.length; member++) {
      long[] list = lists[member];
      if (contains(list, member) && Arrays.stream(list).min().orElse(member) == member) {
        parts.add(Arrays.stream(list).mapToInt(Math::toIntExact).toArray());
      }
    }
    return parts;
  }

  private static boolean contains(long[] list, int member) {
    return Arrays.stream(list).anyMatch(element -> element == member);
  }

  /**
   * A member whose list names one that gave another list, -1 when there is none; then also {@link
   * #complete} may be called.
   */
  int disagreeing() {
    if (code != OpCode.COMM_CREATE) {
      return -1;
    }
    for (int member = 0; member < lists.length; member++) {
      if (contains(lists[member], member)) {
        long[] list = lists[member];
        // Comparing with the least listed member alone keeps this linear in the lists' lengths.
        int least = (int) Arrays.stream(list).min().orElse(member);
        if (!Arrays.equals(list, lists[least]) || (least == member && !allGave(list))) {
          return member;
        }
      }
    }
    return -1;
  }

  private boolean allGave(long[] list) {
    for (long element : list) {
      if (!Arrays.equals(lists[(int) element], list)) {
        return false;
      }
    }
    return true;
  }

  /** All have called: makes the communicators and gives each rank its name for its own. */
  void complete(CommunicatorTable communicators) {
    for (int[] part : parts()) {
      int[] worldRanks = Arrays.stream(part).map(parent::worldRank).toArray();
      CommunicatorGroup group = communicators.create(worldRanks);
      for (int member = 0; member < part.length; member++) {
        long id = newIds[part[member]];
        if (id != OpView.NONE) {
          communicators.add(worldRanks[member], (int) id, group, member);
        }
      }
    }
  }
}
