package org.foretell.engine.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** What the members of a communicator said when they called an op that makes new ones of it. */
final class CommunicatorCreation {
  private static final long[] NOBODY = {};

  /** Lists that new ones are compared with, so that equal ones are kept once. */
  private static final int RECENT = 4;

  private final OpCode code;
  private final CommunicatorGroup parent;
  private final long[] colors;
  private final long[] keys;
  private final long[] newIds;

  /** By member its list; members that gave equal ones mostly have the same array. */
  private final long[][] lists;

  /** Lists that members gave last, the first one latest. */
  private final long[][] recent = new long[RECENT][];

  /** The list whose members are {@link #sorted}. */
  private long[] sortedList = NOBODY;

  private long[] sorted = NOBODY;

  /** Members of each new communicator; null until all have called. */
  private @Nullable List<int[]> parts;

  /** One of the same kind, in which no member has called. */
  CommunicatorCreation anew() {
    return new CommunicatorCreation(code, parent);
  }

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

  /** The list of a call, if it is one of those that members gave last; null if not. */
  long @Nullable [] known(OpView op) {
    for (long[] list : recent) {
      if (list != null && equal(list, op)) {
        return list;
      }
    }
    return null;
  }

  private static boolean equal(long[] list, OpView op) {
    if (list.length != op.listLength(OpField.RANKS)) {
      return false;
    }
    for (int i = 0; i < list.length; i++) {
      if (list[i] != op.listElement(OpField.RANKS, i)) {
        return false;
      }
    }
    return true;
  }

  void join(int member, OpView op) {
    colors[member] = code == OpCode.COMM_SPLIT ? op.get(OpField.COLOR) : 0;
    keys[member] = code == OpCode.COMM_SPLIT ? op.get(OpField.KEY) : 0;
    newIds[member] = op.get(OpField.NEW_COMMUNICATOR);
    if (code == OpCode.COMM_CREATE) {
      long[] list = known(op);
      if (list == null) {
        list = op.list(OpField.RANKS);
        System.arraycopy(recent, 0, recent, 1, RECENT - 1);
        recent[0] = list;
      }
      lists[member] = list;
    }
  }

  /** Members of each new communicator, as ranks of the parent, in their new order. */
  private List<int[]> parts() {
    List<int[]> known = parts;
    if (known == null) {
      known = code == OpCode.COMM_CREATE ? listedParts() : colouredParts();
      parts = known;
    }
    return known;
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
      if (contains(list, member) && sorted[0] == member) {
        parts.add(Arrays.stream(list).mapToInt(Math::toIntExact).toArray());
      }
    }
    return parts;
  }

  /** Whether a list has a member; then {@link #sorted} are its members in ascending order. */
  boolean contains(long[] list, int member) {
    if (sortedList != list) {
      sortedList = list;
      sorted = list.clone();
      Arrays.sort(sorted);
    }
    return Arrays.binarySearch(sorted, member) >= 0;
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
        int least = (int) sorted[0];
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
    for (int[] members : parts()) {
      int[] worldRanks = worldRanks(members);
      name(communicators, communicators.create(worldRanks), members, worldRanks);
    }
  }

  /**
   * Does the same in one part of a replay, for the ranks of that part.
   *
   * @param firstContext of the first communicator; the others follow in steps of {@link
   *     CommunicatorTable#STEP_OF_PARTS}
   */
  void complete(CommunicatorTable communicators, int firstContext) {
    int context = firstContext;
    for (int[] members : parts()) {
      int[] worldRanks = worldRanks(members);
      if (Arrays.stream(worldRanks).anyMatch(communicators::isHere)) {
        name(communicators, communicators.create(context, worldRanks), members, worldRanks);
      }
      context += CommunicatorTable.STEP_OF_PARTS;
    }
  }

  private int[] worldRanks(int[] members) {
    return Arrays.stream(members).map(parent::worldRank).toArray();
  }

  private void name(
      CommunicatorTable communicators, CommunicatorGroup group, int[] members, int[] worldRanks) {
    for (int member = 0; member < members.length; member++) {
      long id = newIds[members[member]];
      if (id != OpView.NONE && communicators.isHere(worldRanks[member])) {
        communicators.add(worldRanks[member], (int) id, group, member);
      }
    }
  }

  /** How many communicators there will be. */
  int count() {
    return parts().size();
  }

  /** Adds what a member in another part of the replay said. */
  void add(CommunicatorCreation other, int member) {
    colors[member] = other.colors[member];
    keys[member] = other.keys[member];
    newIds[member] = other.newIds[member];
    lists[member] = other.lists[member];
  }
}
