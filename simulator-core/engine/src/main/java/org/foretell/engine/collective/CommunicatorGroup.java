package org.foretell.engine.collective;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.BitSet;
import org.foretell.engine.mail.Part;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicatorNodes;
import org.jspecify.annotations.Nullable;

/** The members of one communicator, and how far each is in calling its collectives. */
public final class CommunicatorGroup {
  private static final int[] NOBODY = {};

  /** Distinguishes communicators in matching. */
  public final int context;

  private final int size;

  /** World rank by member; null when they are the same. */
  private final int @Nullable [] worldRanks;

  private final Placement placement;
  private final int[] calls;
  private int nodes;
  private @Nullable CommunicatorNodes sharing;

  /** The same members for collectives of OpenSHMEM; null until they call one. */
  private @Nullable CommunicatorGroup shmem;

  /** Of one for collectives of OpenSHMEM, that of MPI; null for others. */
  private @Nullable CommunicatorGroup ofMpi;

  /** Collectives that some members have called, not all. */
  public final OpenCollectives open = new OpenCollectives();

  /** Members whose ranks are in this part of the replay. */
  private int callers;

  /** How many ranks have a name for it. */
  private int names;

  /** Other parts of the replay that have members. */
  private int[] otherParts = NOBODY;

  private int[] membersHere = NOBODY;

  CommunicatorGroup(int context, int size, int @Nullable [] worldRanks, Placement placement) {
    this.context = context;
    this.size = size;
    this.worldRanks = worldRanks;
    this.placement = placement;
    calls = new int[size];
    callers = size;
  }

  /** Finds which members are in a part of the replay, and which in others. */
  void divide(Part part) {
    IntArrayList here = new IntArrayList();
    BitSet others = new BitSet();
    for (int member = 0; member < size; member++) {
      int owner = part.partition().of(worldRank(member));
      if (owner == part.number()) {
        here.add(member);
      } else {
        others.set(owner);
      }
    }
    callers = here.size();
    otherParts = others.stream().toArray();
    membersHere = others.isEmpty() ? NOBODY : here.toIntArray();
  }

  /**
   * If other parts of the replay have some members, those in this part, ascending; nobody may
   * change them.
   */
  int[] membersHere() {
    return membersHere;
  }

  /** Other parts of the replay that have members, which nobody may change. */
  int[] otherParts() {
    return otherParts;
  }

  /** A rank has a name for it. */
  void named() {
    names++;
  }

  /** A rank has a name less for it. */
  void unnamed() {
    names--;
  }

  /** Whether no rank has a name for it, and no collective is open. */
  boolean isUnused() {
    return names == 0 && open.size() == 0 && (shmem == null || shmem.open.size() == 0);
  }

  /** The communicator of MPI with the same members, mostly itself. */
  CommunicatorGroup ofMpi() {
    return ofMpi == null ? this : ofMpi;
  }

  /** How many members are in this part of the replay. */
  int callers() {
    return callers;
  }

  /** Whether other parts of the replay have some of the members. */
  public boolean isSplit() {
    return callers < size;
  }

  /**
   * The same members for collectives of OpenSHMEM, which are numbered apart from MPI's, if they
   * have called one.
   */
  @Nullable CommunicatorGroup shmem() {
    return shmem;
  }

  /** As {@link #shmem()}, for the first collective. */
  CommunicatorGroup shmem(int otherContext) {
    CommunicatorGroup made = new CommunicatorGroup(otherContext, size, worldRanks, placement);
    made.ofMpi = this;
    shmem = made;
    return made;
  }

  public int size() {
    return size;
  }

  /** Whether all ranks are members. */
  boolean isWhole() {
    return size == placement.ranks();
  }

  public int worldRank(int member) {
    return worldRanks == null ? member : worldRanks[member];
  }

  /** World ranks by member, which nobody may change. */
  int[] worldRanks() {
    if (worldRanks == null) {
      throw new IllegalStateException("the world has no list of ranks");
    }
    return worldRanks;
  }

  /** For the communicator of a rank alone, which all ranks share. */
  void onlyMember(int rank) {
    if (worldRanks != null) {
      worldRanks[0] = rank;
    }
  }

  /** Number of collectives that a member has called; wraps around. */
  public int calls(int member) {
    return calls[member];
  }

  void countCall(int member) {
    calls[member]++;
  }

  /** Node of a member. */
  int node(int member) {
    return placement.node(worldRank(member));
  }

  /** Which members share a node; linear the first time. */
  CommunicatorNodes sharing() {
    CommunicatorNodes known = sharing;
    if (known == null) {
      known = new CommunicatorNodes(size, this::node);
      sharing = known;
    }
    return known;
  }

  /**
   * The members on the first nodes, for an estimate: all members of each, and so many nodes that
   * there are at least as many members as asked for.
   */
  CommunicatorGroup ofFirstNodes(int members) {
    CommunicatorNodes all = sharing();
    int taken = 0;
    int count = 0;
    while (count < members && taken < all.count()) {
      count += all.size(taken++);
    }
    int[] ranks = new int[count];
    int next = 0;
    for (int member = 0; next < count; member++) {
      if (all.of(member) < taken) {
        ranks[next++] = worldRank(member);
      }
    }
    return new CommunicatorGroup(context, count, ranks, placement);
  }

  /** Number of nodes that hold a member; linear the first time. */
  int nodes() {
    if (size == 1) {
      return 1;
    }
    if (nodes == 0) {
      IntOpenHashSet distinct = new IntOpenHashSet();
      for (int member = 0; member < size; member++) {
        distinct.add(node(member));
      }
      nodes = distinct.size();
    }
    return nodes;
  }
}
