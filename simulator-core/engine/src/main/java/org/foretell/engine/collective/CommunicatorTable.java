package org.foretell.engine.collective;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.foretell.engine.mail.Part;
import org.foretell.machine.Placement;
import org.foretell.observe.SimObserver;
import org.foretell.result.InputException;
import org.foretell.trace.Communicator;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Communicators as ranks know them. The world and each rank's own need no memory for each rank;
 * others are found by rank and id.
 */
public final class CommunicatorTable {
  /** The id means nothing to the rank. */
  public static final int UNKNOWN = -1;

  /**
   * Where a replay has parts, every other context is that of a communicator which parts make
   * together; those in between are of communicators which a part makes for itself.
   */
  static final int STEP_OF_PARTS = 2;

  /** Where a replay has parts, what the contexts for collectives of OpenSHMEM have more. */
  private static final int SHMEM_OF_PARTS = 1 << 29;

  private final Placement placement;
  private final CommunicatorGroup world;
  private final CommunicatorGroup self;
  private int contexts = Communicator.FIRST_FREE;
  private int step = 1;
  private final int firstContext;

  private final Long2IntOpenHashMap handles = new Long2IntOpenHashMap();
  private CommunicatorGroup[] groups;
  private int[] members = new int[16];
  private int fresh;
  private final IntArrayList free = new IntArrayList();

  /** Called for new names of communicators; null if there is no observer. */
  private @Nullable SimObserver observer;

  /** The part of the replay whose ranks call; null where there is one part. */
  private final @Nullable Part part;

  /** By context the communicators that several parts of the replay share. */
  private final Int2ObjectOpenHashMap<CommunicatorGroup> split = new Int2ObjectOpenHashMap<>();

  /**
   * The world, and what the trace defines.
   *
   * @param part of the replay, whose ranks call; null where there is one part
   */
  public CommunicatorTable(TraceSource trace, Placement placement, @Nullable Part part) {
    this.placement = placement;
    this.part = part;
    int ranks = trace.info().ranks();
    handles.defaultReturnValue(UNKNOWN);
    world = inPart(new CommunicatorGroup(Communicator.WORLD, ranks, null, placement));
    self = new CommunicatorGroup(Communicator.SELF, 1, new int[1], placement);
    groups = new CommunicatorGroup[16];
    for (Communicator known : trace.tables().communicators()) {
      define(known, ranks);
    }
    firstContext = firstContext(trace);
    if (part != null) {
      contexts = firstContext + 1;
      step = STEP_OF_PARTS;
    }
  }

  /**
   * The first context of communicators that several parts of a replay make together, after those
   * that the trace defines and that of the world for OpenSHMEM.
   */
  public static int firstContext(TraceSource trace) {
    return Communicator.FIRST_FREE + trace.tables().communicators().size() + 1;
  }

  private void define(Communicator known, int ranks) {
    CommunicatorGroup group = create(known.worldRanks());
    for (int member = 0; member < group.size(); member++) {
      int rank = group.worldRank(member);
      if (rank < 0 || rank >= ranks) {
        throw new InputException(
            known + " lists rank " + rank + ", but the trace has ranks 0 to " + (ranks - 1));
      }
      if (known.id() < Communicator.FIRST_FREE || !add(rank, known.id(), group, member)) {
        throw new InputException(
            known
                + " cannot be defined for rank "
                + rank
                + ": the rank is listed twice or the id is in use");
      }
    }
  }

  /**
   * Reports the communicators that the trace defines to an observer, and new ones from now on.
   *
   * @param defined those of the trace
   */
  public void tell(SimObserver told, List<Communicator> defined) {
    observer = told;
    for (Communicator known : defined) {
      for (int rank : known.worldRanks()) {
        tell(told, rank, known.id(), groups[handle(rank, known.id())]);
      }
    }
  }

  private static void tell(SimObserver told, int rank, int id, CommunicatorGroup group) {
    told.communicator(rank, id, group.context, group.worldRanks());
  }

  /** A communicator that no rank has a name for yet. */
  CommunicatorGroup create(int[] worldRanks) {
    int context = contexts;
    contexts += step;
    return create(context, worldRanks);
  }

  /** As {@link #create(int[])}, with a context that several parts of the replay know. */
  CommunicatorGroup create(int context, int[] worldRanks) {
    return inPart(new CommunicatorGroup(context, worldRanks.length, worldRanks, placement));
  }

  /** Forgets a communicator that parts of the replay share, if nobody can use it any more. */
  void forgetUnused(CommunicatorGroup group) {
    CommunicatorGroup ofMpi = group.ofMpi();
    if (ofMpi != world && ofMpi.isUnused()) {
      split.remove(ofMpi.context);
      CommunicatorGroup shmem = ofMpi.shmem();
      if (shmem != null) {
        split.remove(shmem.context);
      }
    }
  }

  /** Whether a rank is in this part of the replay. */
  boolean isHere(int rank) {
    return part == null || !part.isElsewhere(rank);
  }

  private CommunicatorGroup inPart(CommunicatorGroup group) {
    if (part != null) {
      group.divide(part);
      if (group.isSplit()) {
        split.put(group.context, group);
      }
    }
    return group;
  }

  /** A communicator that several parts of the replay share, by its context. */
  CommunicatorGroup split(int context) {
    CommunicatorGroup group = split.get(context);
    if (group == null) {
      throw new AssertionError("no part shares context " + context);
    }
    return group;
  }

  /**
   * Gives a rank a name for a communicator.
   *
   * @return false if the name is in use
   */
  boolean add(int rank, int id, CommunicatorGroup group, int member) {
    long key = key(rank, id);
    if (handles.containsKey(key)) {
      return false;
    }
    int handle = free.isEmpty() ? fresh++ : free.popInt();
    if (handle == groups.length) {
      groups = Arrays.copyOf(groups, 2 * handle);
      members = Arrays.copyOf(members, 2 * handle);
    }
    groups[handle] = group;
    group.named();
    members[handle] = member;
    handles.put(key, handle);
    if (observer != null) {
      tell(observer, rank, id, group);
    }
    return true;
  }

  /** Takes a name away; the world and self cannot be freed. */
  public boolean remove(int rank, long id) {
    int handle = id < Communicator.FIRST_FREE ? UNKNOWN : handle(rank, id);
    if (handle == UNKNOWN) {
      return false;
    }
    handles.remove(key(rank, (int) id));
    groups[handle].unnamed();
    forgetUnused(groups[handle]);
    groups[handle] = world;
    free.push(handle);
    return true;
  }

  /**
   * What a rank means by an id, for {@link #group} and {@link #member}; {@link #UNKNOWN} if
   * nothing.
   */
  public int handle(int rank, long id) {
    if (id != (int) id || id < 0) {
      return UNKNOWN;
    }
    return handles.get(key(rank, (int) id));
  }

  public CommunicatorGroup group(int handle) {
    return groups[handle];
  }

  /** The rank's own rank in the communicator. */
  public int member(int handle) {
    return members[handle];
  }

  public CommunicatorGroup world() {
    return world;
  }

  /** The communicator of a rank alone, valid until asked for another rank's. */
  public CommunicatorGroup self(int rank) {
    self.onlyMember(rank);
    return self;
  }

  /** The members of a communicator for collectives of OpenSHMEM, numbered apart from MPI's. */
  public CommunicatorGroup shmem(CommunicatorGroup group) {
    CommunicatorGroup known = group.shmem();
    return known == null ? inPart(group.shmem(shmemContext(group))) : known;
  }

  /**
   * Several parts of a replay have to find the same, in whatever order they ask. That of the world
   * is low, so that its messages are found fast.
   */
  private int shmemContext(CommunicatorGroup group) {
    if (part == null) {
      return contexts++;
    }
    return group == world ? firstContext - 1 : SHMEM_OF_PARTS | group.context;
  }

  /** Visits every communicator that some rank has a name for, once. Slow. */
  public void forEachGroup(Consumer<CommunicatorGroup> visitor) {
    visit(world, visitor);
    Set<CommunicatorGroup> seen = new HashSet<>(Set.of(world));
    for (int handle = 0; handle < fresh; handle++) {
      if (seen.add(groups[handle])) {
        visit(groups[handle], visitor);
      }
    }
  }

  private static void visit(CommunicatorGroup group, Consumer<CommunicatorGroup> visitor) {
    visitor.accept(group);
    CommunicatorGroup shmem = group.shmem();
    if (shmem != null) {
      visitor.accept(shmem);
    }
  }

  private static long key(int rank, int id) {
    return (long) rank << 32 | id;
  }
}
