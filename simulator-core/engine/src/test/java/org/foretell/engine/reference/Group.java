package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A communicator: its members, and the collectives that they have called. */
public final class Group {
  public final int[] worldRanks;
  private final int[] calls;
  private Group shmem;
  private final List<CollectiveMatch> matches = new ArrayList<>();
  private final Map<List<Integer>, Group> parts = new HashMap<>();

  /** Whether its messages are steps of a collective. */
  public final boolean hidden;

  public Group(int[] worldRanks) {
    this(worldRanks, false);
  }

  /** The same members, for the messages of one of their collectives. */
  public Group forSteps() {
    return new Group(worldRanks, true);
  }

  private Group(int[] worldRanks, boolean hidden) {
    this.worldRanks = worldRanks;
    this.hidden = hidden;
    this.calls = new int[worldRanks.length];
  }

  /** The same members for collectives of OpenSHMEM, which have numbers of their own. */
  public Group shmem() {
    if (shmem == null) {
      shmem = new Group(worldRanks);
    }
    return shmem;
  }

  public int size() {
    return worldRanks.length;
  }

  /** Rank in this group of a world rank, -1 if it is no member. */
  public int memberOf(int worldRank) {
    for (int member = 0; member < worldRanks.length; member++) {
      if (worldRanks[member] == worldRank) {
        return member;
      }
    }
    return -1;
  }

  public boolean has(int member) {
    return member >= 0 && member < worldRanks.length;
  }

  /** The match that a member joins with its next call. */
  public CollectiveMatch nextMatch(int member) {
    if (calls[member] == matches.size()) {
      matches.add(new CollectiveMatch(this));
    }
    return matches.get(calls[member]);
  }

  /** A member has called. */
  public void called(int member) {
    calls[member]++;
  }

  /** The listed members, in this order. */
  public Group select(long[] members) {
    int[] selected = new int[members.length];
    for (int i = 0; i < members.length; i++) {
      selected[i] = worldRanks[(int) members[i]];
    }
    return new Group(selected);
  }

  /** Those who call comm_create_group together: the same listed members with the same tag. */
  public Group part(long[] members, int tag) {
    List<Integer> key = new ArrayList<>();
    key.add(tag);
    for (long member : members) {
      key.add((int) member);
    }
    return parts.computeIfAbsent(key, k -> select(members));
  }
}
