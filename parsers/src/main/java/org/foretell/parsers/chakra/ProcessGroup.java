package org.foretell.parsers.chakra;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** Ranks that call collectives together, and the calls that they make. */
final class ProcessGroup {
  /** The calls of all members, in their order. */
  final List<AgreedCall> calls = new ArrayList<>();

  /** How many of these each member has made. */
  final int[] made;

  private final String name;
  private final int[] ranks;
  private final Int2IntOpenHashMap members = new Int2IntOpenHashMap();

  /**
   * A group.
   *
   * @param name empty for that of all ranks
   * @param ranks of its members, in their order, without repeats
   */
  ProcessGroup(String name, int[] ranks) {
    this.name = name;
    this.ranks = ranks;
    made = new int[ranks.length];
    members.defaultReturnValue(-1);
    for (int member = 0; member < ranks.length; member++) {
      members.put(ranks[member], member);
    }
  }

  /** World ranks of the members; not to be changed. */
  int[] ranks() {
    return ranks;
  }

  /** The number of a rank among the members, or -1. */
  int member(int rank) {
    return members.get(rank);
  }

  @Override
  public String toString() {
    return name.isEmpty() ? "the group of all ranks" : "process group " + name;
  }
}
