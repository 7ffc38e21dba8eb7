package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.foretell.trace.TraceInfo;
import org.jspecify.annotations.Nullable;

/**
 * The groups of one rank, as ranks of the communicator from which they were taken. A group that no
 * call explains is not known.
 */
final class Groups {
  private static final int EMPTY = 2;
  private static final int[] NONE = {};

  private final Int2ObjectOpenHashMap<Group> byNumber = new Int2ObjectOpenHashMap<>();

  /**
   * A group.
   *
   * @param origin the communicator whose ranks it has, null if it is empty
   * @param ranks in order; null for all of them
   */
  private record Group(@Nullable KnownCommunicator origin, int @Nullable [] ranks) {}

  void clear() {
    byNumber.clear();
    byNumber.put(EMPTY, new Group(null, NONE));
  }

  /** The group of all ranks of a communicator. */
  void ofCommunicator(int number, KnownCommunicator known) {
    byNumber.put(number, new Group(known, null));
  }

  /** The ranks of a group in a communicator, null if they are not known. */
  int @Nullable [] ranks(int number, KnownCommunicator in) {
    Group group = byNumber.get(number);
    if (group == null || (group.origin != null && group.origin.origin != in.origin)) {
      return null;
    }
    return ranks(group);
  }

  private static int @Nullable [] ranks(Group group) {
    if (group.ranks != null || group.origin == null || group.origin.size < 0) {
      return group.ranks;
    }
    return all(group.origin.size);
  }

  private static int[] all(int size) {
    int[] all = new int[Math.min(size, TraceInfo.MAX_RANKS)];
    for (int i = 0; i < all.length; i++) {
      all[i] = i;
    }
    return all;
  }

  /** Takes note of what a call says of groups. */
  void apply(DumpiRecord call) {
    switch (call.call.name()) {
      case "MPI_Group_incl" -> derive(call, given(call), true);
      case "MPI_Group_excl" -> derive(call, given(call), false);
      case "MPI_Group_range_incl" -> derive(call, ranges(call), true);
      case "MPI_Group_range_excl" -> derive(call, ranges(call), false);
      case "MPI_Group_union", "MPI_Group_intersection", "MPI_Group_difference" -> combine(call);
      case "MPI_Group_size" -> size(call);
      default -> {} // Makes no group.
    }
  }

  private void size(DumpiRecord call) {
    Group group = byNumber.get(call.intValue(Argument.GROUP));
    if (group != null && group.ranks == null && group.origin != null) {
      group.origin.size = call.intValue(Argument.SIZE);
    }
  }

  private static IntArrayList given(DumpiRecord call) {
    IntArrayList ranks = new IntArrayList();
    for (int i = 0; i < call.length(Argument.RANKS); i++) {
      ranks.add(call.element(Argument.RANKS, i));
    }
    return ranks;
  }

  /** The ranks of ranges of first, last and stride; null if they are no ranges of ranks. */
  private static @Nullable IntArrayList ranges(DumpiRecord call) {
    IntArrayList ranks = new IntArrayList();
    for (int i = 0; i + 2 < call.length(Argument.RANGES); i += 3) {
      long last = call.element(Argument.RANGES, i + 1);
      long stride = call.element(Argument.RANGES, i + 2);
      long rank = call.element(Argument.RANGES, i);
      if (stride == 0) {
        return null;
      }
      for (; stride > 0 ? rank <= last : rank >= last; rank += stride) {
        if (rank < 0 || rank >= TraceInfo.MAX_RANKS || ranks.size() >= TraceInfo.MAX_RANKS) {
          return null;
        }
        ranks.add((int) rank);
      }
    }
    return ranks;
  }

  private void derive(DumpiRecord call, @Nullable IntArrayList named, boolean includes) {
    int made = call.intValue(Argument.NEWGROUP);
    Group old = byNumber.get(call.intValue(Argument.GROUP));
    byNumber.remove(made);
    if (old == null || named == null) {
      return;
    }
    if (includes) {
      int[] ranks = new int[named.size()];
      for (int i = 0; i < ranks.length; i++) {
        int index = named.getInt(i);
        if (index < 0 || (old.ranks != null && index >= old.ranks.length)) {
          return;
        }
        ranks[i] = old.ranks == null ? index : old.ranks[index];
      }
      byNumber.put(made, new Group(old.origin, ranks));
      return;
    }
    int[] all = ranks(old);
    if (all != null) {
      IntOpenHashSet left = new IntOpenHashSet(named);
      IntArrayList kept = new IntArrayList();
      for (int i = 0; i < all.length; i++) {
        if (!left.contains(i)) {
          kept.add(all[i]);
        }
      }
      byNumber.put(made, new Group(old.origin, kept.toIntArray()));
    }
  }

  private void combine(DumpiRecord call) {
    int made = call.intValue(Argument.NEWGROUP);
    Group a = byNumber.get(call.intValue(Argument.GROUP1));
    Group b = byNumber.get(call.intValue(Argument.GROUP2));
    byNumber.remove(made);
    if (a == null || b == null) {
      return;
    }
    int[] first = ranks(a);
    int[] second = ranks(b);
    boolean isComparable =
        a.origin == null || b.origin == null || a.origin.origin == b.origin.origin;
    if (first == null || second == null || !isComparable) {
      return;
    }
    IntOpenHashSet inFirst = new IntOpenHashSet(first);
    IntOpenHashSet inSecond = new IntOpenHashSet(second);
    IntArrayList ranks = new IntArrayList();
    for (int rank : first) {
      boolean isKept =
          switch (call.call.name()) {
            case "MPI_Group_intersection" -> inSecond.contains(rank);
            case "MPI_Group_difference" -> !inSecond.contains(rank);
            default -> true; // A union has all of the first.
          };
      if (isKept) {
        ranks.add(rank);
      }
    }
    if (call.call.name().equals("MPI_Group_union")) {
      for (int rank : second) {
        if (!inFirst.contains(rank)) {
          ranks.add(rank);
        }
      }
    }
    byNumber.put(made, new Group(a.origin == null ? b.origin : a.origin, ranks.toIntArray()));
  }
}
