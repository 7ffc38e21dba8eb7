package org.foretell.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.foretell.failure.ForetellException;
import org.jspecify.annotations.Nullable;

/**
 * The members of all communicators, from the calls that create them and from the table of the
 * trace. Members of one communicator share one array. Memory grows with the number of communicators
 * times their sizes; one thread at a time may use it.
 */
public final class CommunicatorMembers {
  /**
   * A call that creates a communicator.
   *
   * @param code which {@link #creates}
   * @param parent of which it is a part
   * @param color of a split, which members share; else 0
   * @param key of a split, by which members are ordered; else 0
   * @param created its number, or {@link OpView#NONE} if the rank is no member
   * @param ranks of the parent that are members, empty for a split
   */
  public record Creation(OpCode code, int parent, long color, long key, int created, long[] ranks) {
    /**
     * {@return the creation that an op makes}
     *
     * @param op whose code {@link #creates}
     */
    static Creation of(OpView op) {
      boolean splits = op.code() == OpCode.COMM_SPLIT;
      boolean lists = op.code().has(OpField.RANKS);
      return new Creation(
          op.code(),
          op.communicator(),
          splits ? op.get(OpField.COLOR) : 0,
          splits ? op.get(OpField.KEY) : 0,
          (int) op.get(OpField.NEW_COMMUNICATOR),
          lists ? op.list(OpField.RANKS) : new long[0]);
    }
  }

  private final List<Map<Integer, int[]>> byRank = new ArrayList<>();

  /** For each rank the communicators whose numbers it has used for others. */
  private final List<Set<Integer>> reused = new ArrayList<>();

  private CommunicatorMembers() {}

  /**
   * {@return whether an op creates communicators whose members are followed}
   *
   * @param code of any op
   */
  public static boolean creates(OpCode code) {
    return switch (code) {
      case COMM_SPLIT, COMM_DUP, COMM_CREATE, COMM_CREATE_GROUP -> true;
      // Any other op creates no communicator whose members its calls state.
      default -> false;
    };
  }

  /**
   * Reads all ops of a trace that has sub-communicators, and follows those that create them.
   *
   * @param name of the trace, for messages
   * @param source a trace of sequences of ops
   * @return the members, also of the communicators in the trace's table
   * @throws ForetellException if ranks do not agree
   * @throws TraceException if the trace is damaged
   */
  public static CommunicatorMembers of(String name, TraceSource source) {
    List<List<Creation>> creations = new ArrayList<>();
    boolean creates = source.capabilities().contains(Capability.SUB_COMMUNICATORS);
    OpView op = new OpView();
    for (int rank = 0; rank < source.info().ranks(); rank++) {
      List<Creation> own = new ArrayList<>();
      if (creates) {
        try (RankCursor cursor = source.open(rank)) {
          while (cursor.next(op)) {
            if (creates(op.code())) {
              own.add(Creation.of(op));
            }
          }
        }
      }
      creations.add(own);
    }
    return of(name, creations, source.tables().communicators());
  }

  /**
   * Follows all creations.
   *
   * @param name of the trace, for messages
   * @param creations of each rank, in order
   * @return the members
   * @throws ForetellException if ranks do not agree
   */
  public static CommunicatorMembers of(String name, List<List<Creation>> creations) {
    return of(name, creations, List.of());
  }

  private static CommunicatorMembers of(
      String name, List<List<Creation>> creations, List<Communicator> known) {
    CommunicatorMembers members = new CommunicatorMembers();
    int ranks = creations.size();
    int[] world = new int[ranks];
    Arrays.setAll(world, rank -> rank);
    for (int rank = 0; rank < ranks; rank++) {
      Map<Integer, int[]> own = new HashMap<>();
      own.put(Communicator.WORLD, world);
      own.put(Communicator.SELF, new int[] {rank});
      members.byRank.add(own);
      members.reused.add(new HashSet<>());
    }
    for (Communicator each : known) {
      int[] part = each.worldRanks();
      for (int rank : part) {
        members.byRank.get(rank).put(each.id(), part);
      }
    }
    int[] next = new int[ranks];
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int rank = 0; rank < ranks; rank++) {
        while (next[rank] < creations.get(rank).size() && members.create(rank, creations, next)) {
          moved = true;
        }
      }
    }
    for (int rank = 0; rank < ranks; rank++) {
      if (next[rank] < creations.get(rank).size()) {
        throw ForetellException.badInput(
            name
                + ": rank "
                + rank
                + ", creation "
                + (next[rank] + 1)
                + " of a communicator: not all members call it; sim check shows where ranks part");
      }
    }
    return members;
  }

  /** Creates what a rank waits for, if all that take part have come to it. */
  private boolean create(int rank, List<List<Creation>> creations, int[] next) {
    Creation own = creations.get(rank).get(next[rank]);
    int[] parent = byRank.get(rank).get(own.parent());
    if (parent == null) {
      return false;
    }
    int[] callers = own.code() == OpCode.COMM_CREATE_GROUP ? listed(own, parent) : parent;
    if (Arrays.stream(callers).noneMatch(caller -> caller == rank)) {
      next[rank]++; // The rank is no member, so nobody waits for it.
      return true;
    }
    for (int caller : callers) {
      if (next[caller] >= creations.get(caller).size()) {
        return false;
      }
      Creation other = creations.get(caller).get(next[caller]);
      if (other.code() != own.code()
          || (own.code() == OpCode.COMM_CREATE_GROUP && !Arrays.equals(other.ranks(), own.ranks()))
          || !Arrays.equals(byRank.get(caller).get(other.parent()), parent)) {
        return false;
      }
    }
    Map<Long, int[]> parts = parts(own, parent, callers, creations, next);
    Map<List<Long>, int[]> lists = new HashMap<>();
    for (int caller : callers) {
      Creation call = creations.get(caller).get(next[caller]++);
      // Members of a communicator give one list, and others may give another one.
      List<Long> list = Arrays.stream(call.ranks()).boxed().toList();
      int[] part =
          own.code() == OpCode.COMM_CREATE
              ? lists.computeIfAbsent(list, any -> listed(call, parent))
              : parts.get(own.code() == OpCode.COMM_SPLIT ? call.color() : 0L);
      if (call.created() >= 0 && part != null) {
        int[] before = byRank.get(caller).put(call.created(), part);
        if (before != null && !Arrays.equals(before, part)) {
          reused.get(caller).add(call.created());
        }
      }
    }
    return true;
  }

  /** World ranks of the ranks that a creation lists. */
  private static int[] listed(Creation call, int[] parent) {
    int[] ranks = new int[call.ranks().length];
    for (int i = 0; i < ranks.length; i++) {
      long rank = call.ranks()[i];
      if (rank < 0 || rank >= parent.length) {
        throw ForetellException.badInput(
            "a communicator is created from rank "
                + rank
                + " of one with "
                + parent.length
                + " ranks; sim check shows where");
      }
      ranks[i] = parent[(int) rank];
    }
    return ranks;
  }

  private static Map<Long, int[]> parts(
      Creation own, int[] parent, int[] callers, List<List<Creation>> creations, int[] next) {
    if (own.code() == OpCode.COMM_DUP) {
      return Map.of(0L, parent.clone()); // another communicator, whose messages do not match
    } else if (own.code() != OpCode.COMM_SPLIT) {
      return Map.of(0L, listed(own, parent));
    }
    Map<Long, List<Integer>> colors = new TreeMap<>();
    for (int caller : callers) {
      Creation call = creations.get(caller).get(next[caller]);
      colors.computeIfAbsent(call.color(), c -> new ArrayList<>()).add(caller);
    }
    Map<Long, int[]> parts = new TreeMap<>();
    colors.forEach(
        (color, part) -> {
          part.sort(Comparator.comparingLong(r -> creations.get(r).get(next[r]).key()));
          parts.put(color, part.stream().mapToInt(r -> r).toArray());
        });
    return parts;
  }

  /**
   * {@return the ranks in the world of all members in order, null if they are not known; the same
   * array for all members, and for no other communicator; not to be changed}
   *
   * @param rank that names it
   * @param communicator as that rank knows it
   */
  public int @Nullable [] all(int rank, int communicator) {
    return byRank.get(rank).get(communicator);
  }

  /**
   * {@return whether a rank uses the number of a communicator several times, for other members
   * each; those that are known are of the last one}
   *
   * @param rank that names it
   * @param communicator as that rank knows it
   */
  public boolean isReused(int rank, int communicator) {
    return reused.get(rank).contains(communicator);
  }

  /**
   * {@return the rank in the world of a member, null if it is not known}
   *
   * @param rank that names it
   * @param communicator in which
   * @param member its rank in the communicator
   */
  public @Nullable Integer world(int rank, int communicator, long member) {
    int[] members = byRank.get(rank).get(communicator);
    return members == null || member < 0 || member >= members.length
        ? null
        : (Integer) members[(int) member];
  }

  /**
   * {@return the rank in a communicator, null if it is not a member or not known}
   *
   * @param rank that names it
   * @param communicator in which
   * @param world its rank in the world
   */
  public @Nullable Integer member(int rank, int communicator, long world) {
    int[] members = byRank.get(rank).get(communicator);
    for (int i = 0; members != null && i < members.length; i++) {
      if (members[i] == world) {
        return i;
      }
    }
    return null;
  }
}
