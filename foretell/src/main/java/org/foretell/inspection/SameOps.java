package org.foretell.inspection;

import static org.foretell.trace.OpField.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.report.SameOpsResult;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * Whether two traces have the same calls: for each rank the same ops in the same order, with the
 * same partners, tags and sizes. Both are read once, side by side; memory is constant, but for the
 * names of communicators.
 *
 * <p>Time is not compared: not computation, nor calls that only take time, markers and events. The
 * numbers of communicators, requests, windows and OpenSHMEM's variables are names, which may differ
 * as long as each stands for the same. Which of several requests a call completed, what a wildcard
 * received, and polls that found nothing, are chance. So is how many calls in a row it took to
 * complete some of several requests: these are compared as one.
 */
public final class SameOps {
  /** The maximum number of reported differences of a rank. */
  private static final int MOST_DIFFERENCES = 3;

  /** The maximum number of reported differences of all ranks. */
  private static final int MOST_OF_ALL = 20;

  /** The outcome of a test of several that found none; others are indices, of which 0 is one. */
  private static final long NONE_OF_ANY = -2;

  private static final Set<OpField> NAMES =
      EnumSet.of(COMMUNICATOR, NEW_COMMUNICATOR, REQUEST, OBJECT, REQUESTS);

  /** What is chance, or says how a trace was made. */
  private static final Set<OpField> PASSED_OVER =
      EnumSet.of(CALL_SITE, MATCHED_PEER, MATCHED_TAG, OUTCOME, OUTCOMES, COUNT, FLAGS);

  private final TraceSource first;
  private final TraceSource second;
  private final List<SameOpsResult.Difference> differences = new ArrayList<>();
  private long compared;
  private int ranksThatDiffer;

  private SameOps(TraceSource first, TraceSource second) {
    this.first = first;
    this.second = second;
  }

  /**
   * Compares two traces of sequences of ops.
   *
   * @param first not closed
   * @param second not closed
   * @return what differs
   * @throws org.foretell.trace.TraceException if one is damaged
   */
  public static SameOpsResult of(TraceSource first, TraceSource second) {
    SameOps comparison = new SameOps(first, second);
    int ranks = first.info().ranks();
    int others = second.info().ranks();
    for (int rank = 0; rank < Math.min(ranks, others); rank++) {
      comparison.compare(rank);
    }
    return new SameOpsResult(
        ranks, others, comparison.compared, comparison.ranksThatDiffer, comparison.differences);
  }

  private void compare(int rank) {
    int found = 0;
    Names names = new Names(first.tables(), second.tables());
    try (RankCursor a = first.open(rank);
        RankCursor b = second.open(rank)) {
      OpView opA = new OpView();
      OpView opB = new OpView();
      Row rowA = new Row();
      Row rowB = new Row();
      boolean hasA = next(a, opA, names.membersA, rowA);
      boolean hasB = next(b, opB, names.membersB, rowB);
      while ((hasA || hasB) && found < MOST_DIFFERENCES) {
        String difference = hasA && hasB ? difference(opA, opB, names) : "one has no further call";
        if (!difference.isEmpty()) {
          found++;
          tell(rank, difference, hasA ? opA : null, a, hasB ? opB : null, b);
        }
        compared++;
        if (!hasA || !hasB || opA.code() != opB.code()) {
          break;
        }
        hasA = next(a, opA, names.membersA, rowA);
        hasB = next(b, opB, names.membersB, rowB);
      }
    }
    ranksThatDiffer += found > 0 ? 1 : 0;
  }

  private void tell(
      int rank,
      String what,
      @Nullable OpView opA,
      RankCursor a,
      @Nullable OpView opB,
      RankCursor b) {
    if (differences.size() < MOST_OF_ALL) {
      differences.add(
          new SameOpsResult.Difference(
              rank,
              what,
              a.delivered() - 1,
              opA == null ? "" : opA.toString(),
              b.delivered() - 1,
              opB == null ? "" : opB.toString()));
    }
  }

  /** Goes to the next op that is compared. */
  private static boolean next(RankCursor cursor, OpView op, Map<Integer, int[]> members, Row row) {
    while (cursor.next(op)) {
      if (op.code() == OpCode.COMM_CREATE_GROUP && op.communicator() == Communicator.WORLD) {
        members.put(
            (int) op.get(NEW_COMMUNICATOR),
            Arrays.stream(op.list(RANKS)).mapToInt(r -> (int) r).toArray());
      } else if (isCompared(op) && !row.goesOnWith(op)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isCompared(OpView op) {
    return switch (op.code().family()) {
      case COMPUTE, MARKER, LOCAL -> false;
      case POINT_TO_POINT, PERSISTENT, COMPLETION, COLLECTIVE, COMMUNICATOR, RMA, FILE, SHMEM ->
          switch (op.code()) {
            case TEST, TESTALL, IPROBE, WIN_TEST, SHMEM_TEST, SHMEM_TEST_LOCK, SHMEM_TEST_ALL ->
                op.get(OUTCOME) != 0;
            case TESTANY, SHMEM_TEST_ANY -> op.get(OUTCOME) != NONE_OF_ANY;
            case TESTSOME, SHMEM_TEST_SOME -> op.listLength(OUTCOMES) > 0;
            case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND, RECV, IRECV -> true;
            case SENDRECV, SENDRECV_REPLACE, PROBE, SEND_INIT, BSEND_INIT, SSEND_INIT -> true;
            case RSEND_INIT, RECV_INIT, START, STARTALL, REQUEST_FREE, WAIT, WAITALL -> true;
            case WAITANY, WAITSOME, WIN_CREATE, WIN_FREE, PUT, GET, ACCUMULATE -> true;
            case GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP, RPUT, RGET, RACCUMULATE -> true;
            case WIN_FENCE, WIN_LOCK, WIN_UNLOCK, WIN_LOCK_ALL, WIN_UNLOCK_ALL, WIN_FLUSH -> true;
            case WIN_FLUSH_ALL, WIN_FLUSH_LOCAL, WIN_FLUSH_LOCAL_ALL, WIN_POST, WIN_START -> true;
            case WIN_COMPLETE, WIN_WAIT, WIN_SYNC, RGET_ACCUMULATE, SHMEM_PUT, SHMEM_GET -> true;
            case SHMEM_PUT_NBI, SHMEM_GET_NBI, SHMEM_IPUT, SHMEM_IGET, SHMEM_P, SHMEM_G -> true;
            case SHMEM_PUT_SIGNAL, SHMEM_PUT_SIGNAL_NBI, SHMEM_ATOMIC, SHMEM_ATOMIC_FETCH -> true;
            case SHMEM_ATOMIC_FETCH_NBI, SHMEM_FENCE, SHMEM_QUIET, SHMEM_WAIT_UNTIL -> true;
            case SHMEM_BARRIER, SHMEM_SYNC, SHMEM_BROADCAST, SHMEM_COLLECT, SHMEM_FCOLLECT -> true;
            case SHMEM_REDUCE, SHMEM_ALLTOALL, SHMEM_ALLTOALLS, SHMEM_SET_LOCK -> true;
            case SHMEM_CLEAR_LOCK, SHMEM_MALLOC, SHMEM_FREE, SHMEM_TEAM_SPLIT -> true;
            case SHMEM_TEAM_DESTROY, SHMEM_CTX_CREATE, SHMEM_CTX_DESTROY -> true;
            case SHMEM_WAIT_UNTIL_ALL, SHMEM_WAIT_UNTIL_ANY, SHMEM_WAIT_UNTIL_SOME -> true;
            case SHMEM_POLL, SHMEM_FINALIZE -> true;
            // Of POINT_TO_POINT, PERSISTENT, COMPLETION, RMA and SHMEM all are listed: the outcome
            // of no other op is left to chance.
            default -> true;
          };
    };
  }

  /**
   * Calls of a rank, one after the other, that complete some of as many requests. How many they are
   * depends on how many requests were done at each.
   */
  private static final class Row {
    private @Nullable OpCode code;
    private int requests;

    /** Whether a call belongs to the row; if not, it begins another one. */
    boolean goesOnWith(OpView op) {
      boolean isSome = op.code() == OpCode.WAITSOME || op.code() == OpCode.TESTSOME;
      boolean goesOn = isSome && op.code() == code && op.listLength(REQUESTS) == requests;
      code = isSome ? op.code() : null;
      requests = isSome ? op.listLength(REQUESTS) : 0;
      return goesOn;
    }
  }

  /** What differs, or nothing. */
  private static String difference(OpView a, OpView b, Names names) {
    if (a.code() != b.code()) {
      return "the call";
    }
    for (OpField field : a.code().fields()) {
      boolean isName =
          NAMES.contains(field) || (field == TAG && a.code().family() == OpCode.Family.SHMEM);
      if (isName ? !names.agree(field, a, b) : !isEqual(field, a, b)) {
        return field.name().toLowerCase(java.util.Locale.ROOT);
      }
    }
    return "";
  }

  private static boolean isEqual(OpField field, OpView a, OpView b) {
    if (PASSED_OVER.contains(field)) {
      return true;
    } else if (field.isList()) {
      return Arrays.equals(a.list(field), b.list(field));
    }
    long valueA = a.get(field);
    long valueB = b.get(field);
    if (field == RECEIVE_BYTES) {
      boolean isUnknown = valueA < 0 || valueB < 0;
      return isUnknown || received(a, valueA) == received(b, valueB);
    }
    boolean isTagOfNobody = field == TAG && a.code().has(PEER) && a.peer() == OpView.PROC_NULL;
    return valueA == valueB || isTagOfNobody;
  }

  /** Where it is not given, collectives receive blocks as large as those they send. */
  private static long received(OpView op, long receiveBytes) {
    boolean isAsSent =
        receiveBytes == RECEIVE_BYTES.absent() && op.code().isCollective() && op.code().has(BYTES);
    return isAsSent ? op.bytes() : receiveBytes;
  }

  /** Which names of one trace stand for which of the other. */
  private static final class Names {
    /** The null request. One that no call has begun stands for itself. */
    private static final long NULL = -1;

    private final Map<OpField, Map<Long, Long>> pairs = new HashMap<>();
    final Map<Integer, int[]> membersA;
    final Map<Integer, int[]> membersB;
    private final Map<String, Long> variables = new HashMap<>();
    private boolean requestsAreChance;

    Names(TraceTables a, TraceTables b) {
      membersA = members(a);
      membersB = members(b);
    }

    private static Map<Integer, int[]> members(TraceTables tables) {
      Map<Integer, int[]> members = new HashMap<>();
      tables.communicators().forEach(c -> members.put(c.id(), c.worldRanks()));
      return members;
    }

    boolean agree(OpField field, OpView a, OpView b) {
      return switch (field) {
        case NEW_COMMUNICATOR -> {
          put(COMMUNICATOR, a.get(field), b.get(field));
          yield (a.get(field) == OpView.NONE) == (b.get(field) == OpView.NONE);
        }
        case COMMUNICATOR -> communicators(a.get(field), b.get(field));
        case REQUESTS -> requests(a, b);
        case TAG -> variables(a, b);
        case REQUEST -> request(a, b);
        default -> objects(a, b);
      };
    }

    private boolean communicators(long a, long b) {
      int[] inA = membersA.get((int) a);
      int[] inB = membersB.get((int) b);
      if (inA != null && inB != null) {
        return Arrays.equals(inA, inB);
      }
      return pairs.getOrDefault(COMMUNICATOR, Map.of()).getOrDefault(a, a) == b;
    }

    private boolean request(OpView a, OpView b) {
      boolean begins =
          switch (a.code()) {
            case WAIT, TEST, START, REQUEST_FREE -> false;
            case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT, STARTALL -> true;
            case WAITALL, WAITANY, WAITSOME, TESTALL, TESTANY, TESTSOME -> true;
            // Of PERSISTENT and COMPLETION all are listed: the others that name a request begin it.
            default -> true;
          };
      if (begins) {
        put(REQUEST, a.request(), b.request());
        return true;
      }
      return requestsAreChance || stands(a.request(), b.request());
    }

    /**
     * Whether two calls are about the same requests, in whatever order: a library may have one
     * handle for all that is done at once, so that nobody can tell these from each other.
     */
    private boolean requests(OpView a, OpView b) {
      boolean equal = a.listLength(REQUESTS) == b.listLength(REQUESTS);
      if (equal && !requestsAreChance) {
        Map<Long, Long> known = pairs.getOrDefault(REQUEST, Map.of());
        long[] namesA =
            Arrays.stream(a.list(REQUESTS))
                .map(request -> request < 0 ? NULL : known.getOrDefault(request, request))
                .sorted()
                .toArray();
        long[] namesB =
            Arrays.stream(b.list(REQUESTS)).map(r -> Math.max(r, NULL)).sorted().toArray();
        equal = Arrays.equals(namesA, namesB);
      }
      requestsAreChance |=
          switch (a.code()) {
            case WAITANY, WAITSOME, TESTANY, TESTSOME -> true;
            case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT, START, STARTALL -> false;
            case REQUEST_FREE, WAIT, WAITALL, TEST, TESTALL -> false;
            // Of PERSISTENT and COMPLETION all are listed: no other op lists requests.
            default -> false;
          };
      return equal;
    }

    private boolean stands(long a, long b) {
      return a < 0 || b < 0 || pairs.getOrDefault(REQUEST, Map.of()).getOrDefault(a, a) == b;
    }

    /**
     * What is updated, or waited for: the first use pairs them, for each target and each rank whose
     * updates are waited for.
     */
    private boolean variables(OpView a, OpView b) {
      long inA = a.get(TAG);
      long inB = b.get(TAG);
      if (inA < 0 || inB < 0) {
        return inA == inB;
      }
      long other = a.code().has(PEER) ? a.peer() : -1;
      long source = a.code().has(MATCHED_PEER) ? a.get(MATCHED_PEER) : -1;
      String use = other + " " + source + " " + inA;
      return variables.computeIfAbsent(use, k -> inB) == inB;
    }

    /** Windows, contexts and locks: the first use pairs them. */
    private boolean objects(OpView a, OpView b) {
      long inA = a.get(OBJECT);
      long inB = b.get(OBJECT);
      if (a.code() == OpCode.WIN_CREATE) {
        put(OBJECT, inA, inB);
      }
      return pairs.computeIfAbsent(OBJECT, f -> new HashMap<>()).computeIfAbsent(inA, k -> inB)
          == inB;
    }

    private void put(OpField field, long a, long b) {
      pairs.computeIfAbsent(field, f -> new HashMap<>()).put(a, b);
    }
  }
}
