package org.foretell.engine.ops;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.foretell.engine.onesided.OneSided;
import org.foretell.engine.onesided.VariableOps;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.result.InputException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * The ops of OpenSHMEM: one-sided ones, and collectives, which are those of MPI. Some first wait
 * until what their rank has written is complete, a <em>quiet</em>, and then do something.
 */
public final class ShmemOps {
  final OneSided oneSided;
  private final VariableOps variables;
  private final RankTable ranks;
  private final PointToPoint pointToPoint;
  private final LocalOps local;
  private final ProblemLog problems;
  private final Announced announced;

  /** By rank the communicator of its whole program. */
  private final IntUnaryOperator worlds;

  /** The collective of MPI that stands for an op. */
  private final OpView collective = new OpView();

  private long[] teamRanks = {};

  /** Which ops a trace says that it holds. */
  public enum Announced {
    /** None of OpenSHMEM. */
    NONE,
    /** Those for which it does not matter which rank is first. */
    UNORDERED,
    /** Any. */
    ALL
  }

  public ShmemOps(
      ReplayState state,
      OneSided oneSided,
      PointToPoint pointToPoint,
      LocalOps local,
      Announced announced,
      IntUnaryOperator worlds) {
    ranks = state.ranks();
    problems = state.problems();
    this.oneSided = oneSided;
    variables = oneSided.variableOps;
    this.pointToPoint = pointToPoint;
    this.local = local;
    this.announced = announced;
    this.worlds = worlds;
  }

  /** Refuses an op of a trace that does not say that it holds it. */
  public void checkAnnounced(int rank, OpView op) {
    if (announced == Announced.ALL || (announced == Announced.UNORDERED && isUnordered(op))) {
      return;
    }
    throw new InputException(
        "rank "
            + rank
            + ", op "
            + ranks.operation(rank)
            + (announced == Announced.NONE
                ? " is one of OpenSHMEM, but the trace does not announce any"
                : " depends on which rank is first, but the trace says that none of OpenSHMEM does;"
                    + " the file is damaged or was written wrongly: make it again from what it was"
                    + " made of"));
  }

  private static boolean isUnordered(OpView op) {
    OpCode code = op.code();
    return code.isUnordered()
        && (!code.has(OpField.TAG)
            || (op.tag() == OpView.NONE && op.listLength(OpField.VARIABLES) == 0));
  }

  /** The rank that an op sends a message to before it waits for anything, NONE if to none. */
  public int sendsTo(int rank, OpView op) {
    return switch (op.code()) {
      case SHMEM_PUT,
          SHMEM_PUT_NBI,
          SHMEM_IPUT,
          SHMEM_P,
          SHMEM_PUT_SIGNAL,
          SHMEM_PUT_SIGNAL_NBI,
          SHMEM_ATOMIC,
          SHMEM_GET,
          SHMEM_GET_NBI,
          SHMEM_IGET,
          SHMEM_G,
          SHMEM_ATOMIC_FETCH,
          SHMEM_ATOMIC_FETCH_NBI,
          SHMEM_POLL ->
          oneSided.target(rank, op);
      case SHMEM_SET_LOCK, SHMEM_TEST_LOCK -> oneSided.lockOps.home(rank, op);
      case SHMEM_FENCE, SHMEM_QUIET, SHMEM_WAIT_UNTIL, SHMEM_TEST, SHMEM_BARRIER -> OpView.NONE;
      case SHMEM_SYNC, SHMEM_BROADCAST, SHMEM_COLLECT, SHMEM_FCOLLECT, SHMEM_REDUCE -> OpView.NONE;
      case SHMEM_ALLTOALL, SHMEM_ALLTOALLS, SHMEM_CLEAR_LOCK, SHMEM_MALLOC -> OpView.NONE;
      case SHMEM_FREE, SHMEM_TEAM_SPLIT, SHMEM_TEAM_DESTROY, SHMEM_CTX_CREATE -> OpView.NONE;
      case SHMEM_CTX_DESTROY, SHMEM_WAIT_UNTIL_ALL, SHMEM_WAIT_UNTIL_ANY -> OpView.NONE;
      case SHMEM_WAIT_UNTIL_SOME, SHMEM_TEST_ALL, SHMEM_TEST_ANY, SHMEM_TEST_SOME -> OpView.NONE;
      case SHMEM_FINALIZE -> OpView.NONE;
      // Of SHMEM all are listed: no other op is one of OpenSHMEM.
      default -> OpView.NONE;
    };
  }

  /** How many messages an op consists of that its rank sends one after the other. */
  public long elements(OpView op) {
    return oneSided.elements(op);
  }

  /** Executes a part of an op that consists of several messages. */
  void putElement(int rank, OpView op, int index) {
    oneSided.putElement(rank, op, index);
  }

  /** What such a part moves. */
  public long elementBytes(OpView op, int index) {
    long count = oneSided.elements(op);
    long each = sentBytes(op) / count;
    return index == count - 1 ? sentBytes(op) - (count - 1) * each : each;
  }

  /** The rank that an op sends a message to after its quiet, NONE if to none. */
  public int sendsToAfterQuiet(int rank, OpView op) {
    return op.code() == OpCode.SHMEM_CLEAR_LOCK ? oneSided.lockOps.home(rank, op) : OpView.NONE;
  }

  /** What an op moves to the rank that it sends to. */
  public static long sentBytes(OpView op) {
    return switch (op.code()) {
      case SHMEM_GET, SHMEM_GET_NBI, SHMEM_IGET, SHMEM_G, SHMEM_POLL -> 0;
      case SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI -> Math.max(0, OneSided.operandBytes(op));
      case SHMEM_PUT, SHMEM_PUT_NBI, SHMEM_IPUT, SHMEM_P, SHMEM_PUT_SIGNAL -> movedBytes(op);
      case SHMEM_PUT_SIGNAL_NBI, SHMEM_ATOMIC, SHMEM_FENCE, SHMEM_QUIET -> movedBytes(op);
      case SHMEM_WAIT_UNTIL, SHMEM_TEST, SHMEM_BARRIER, SHMEM_SYNC -> movedBytes(op);
      case SHMEM_BROADCAST, SHMEM_COLLECT, SHMEM_FCOLLECT, SHMEM_REDUCE -> movedBytes(op);
      case SHMEM_ALLTOALL, SHMEM_ALLTOALLS, SHMEM_SET_LOCK, SHMEM_TEST_LOCK -> movedBytes(op);
      case SHMEM_CLEAR_LOCK, SHMEM_MALLOC, SHMEM_FREE, SHMEM_TEAM_SPLIT -> movedBytes(op);
      case SHMEM_TEAM_DESTROY, SHMEM_CTX_CREATE, SHMEM_CTX_DESTROY -> movedBytes(op);
      case SHMEM_WAIT_UNTIL_ALL, SHMEM_WAIT_UNTIL_ANY, SHMEM_WAIT_UNTIL_SOME -> movedBytes(op);
      case SHMEM_TEST_ALL, SHMEM_TEST_ANY, SHMEM_TEST_SOME, SHMEM_FINALIZE -> movedBytes(op);
      // Of SHMEM all are listed: no other op is one of OpenSHMEM.
      default -> movedBytes(op);
    };
  }

  private static long movedBytes(OpView op) {
    return op.code().has(OpField.BYTES) ? Math.max(0, op.bytes()) : 0;
  }

  /** The variable, or the first of those, that the message of an op updates; 0 for none. */
  public static int tag(OpView op) {
    return OneSided.tag(op);
  }

  /** Whether an op waits for the writes of its rank and then goes on. */
  public static boolean goesOnAfterQuiet(OpView op) {
    return switch (op.code()) {
      case SHMEM_BARRIER, SHMEM_CLEAR_LOCK, SHMEM_MALLOC, SHMEM_FREE, SHMEM_FINALIZE -> true;
      case SHMEM_PUT, SHMEM_GET, SHMEM_PUT_NBI, SHMEM_GET_NBI, SHMEM_IPUT, SHMEM_IGET -> false;
      case SHMEM_P, SHMEM_G, SHMEM_PUT_SIGNAL, SHMEM_PUT_SIGNAL_NBI, SHMEM_ATOMIC -> false;
      case SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI, SHMEM_FENCE, SHMEM_QUIET -> false;
      case SHMEM_WAIT_UNTIL, SHMEM_TEST, SHMEM_SYNC, SHMEM_BROADCAST, SHMEM_COLLECT -> false;
      case SHMEM_FCOLLECT, SHMEM_REDUCE, SHMEM_ALLTOALL, SHMEM_ALLTOALLS, SHMEM_SET_LOCK -> false;
      case SHMEM_TEST_LOCK, SHMEM_TEAM_SPLIT, SHMEM_TEAM_DESTROY, SHMEM_CTX_CREATE -> false;
      case SHMEM_CTX_DESTROY, SHMEM_WAIT_UNTIL_ALL, SHMEM_WAIT_UNTIL_ANY -> false;
      case SHMEM_WAIT_UNTIL_SOME, SHMEM_TEST_ALL, SHMEM_TEST_ANY, SHMEM_TEST_SOME -> false;
      case SHMEM_POLL -> false;
      // Of SHMEM all are listed: no other op is one of OpenSHMEM.
      default -> false;
    };
  }

  /**
   * Whether an op is over for its caller when the interface has been told what to send, which it
   * does when it is free.
   */
  public static boolean leavesToInterface(OpView op) {
    return switch (op.code()) {
      case SHMEM_PUT_NBI, SHMEM_PUT_SIGNAL_NBI, SHMEM_GET_NBI, SHMEM_ATOMIC_FETCH_NBI -> true;
      case SHMEM_PUT, SHMEM_GET, SHMEM_IPUT, SHMEM_IGET, SHMEM_P, SHMEM_G -> false;
      case SHMEM_PUT_SIGNAL, SHMEM_ATOMIC, SHMEM_ATOMIC_FETCH, SHMEM_FENCE, SHMEM_QUIET -> false;
      case SHMEM_WAIT_UNTIL, SHMEM_TEST, SHMEM_BARRIER, SHMEM_SYNC, SHMEM_BROADCAST -> false;
      case SHMEM_COLLECT, SHMEM_FCOLLECT, SHMEM_REDUCE, SHMEM_ALLTOALL, SHMEM_ALLTOALLS -> false;
      case SHMEM_SET_LOCK, SHMEM_TEST_LOCK, SHMEM_CLEAR_LOCK, SHMEM_MALLOC, SHMEM_FREE -> false;
      case SHMEM_TEAM_SPLIT, SHMEM_TEAM_DESTROY, SHMEM_CTX_CREATE, SHMEM_CTX_DESTROY -> false;
      case SHMEM_WAIT_UNTIL_ALL, SHMEM_WAIT_UNTIL_ANY, SHMEM_WAIT_UNTIL_SOME -> false;
      case SHMEM_TEST_ALL, SHMEM_TEST_ANY, SHMEM_TEST_SOME, SHMEM_POLL, SHMEM_FINALIZE -> false;
      // Of SHMEM all are listed: no other op is one of OpenSHMEM.
      default -> false;
    };
  }

  /** Executes an op, or the quiet of one that goes on after it. A collective is none of these. */
  public void execute(int rank, OpView op) {
    switch (op.code()) {
      case SHMEM_PUT, SHMEM_IPUT, SHMEM_P, SHMEM_PUT_SIGNAL, SHMEM_ATOMIC ->
          oneSided.put(rank, op, true);
      case SHMEM_PUT_NBI, SHMEM_PUT_SIGNAL_NBI -> oneSided.put(rank, op, false);
      case SHMEM_GET, SHMEM_IGET, SHMEM_G, SHMEM_ATOMIC_FETCH -> oneSided.get(rank, op, true);
      case SHMEM_GET_NBI, SHMEM_ATOMIC_FETCH_NBI -> oneSided.get(rank, op, false);
      case SHMEM_FENCE -> oneSided.fence(rank, op);
      case SHMEM_QUIET -> oneSided.quiet(rank, op);
      case SHMEM_CTX_DESTROY -> oneSided.destroyContext(rank, op);
      case SHMEM_BARRIER, SHMEM_CLEAR_LOCK, SHMEM_MALLOC, SHMEM_FREE -> oneSided.quiet(rank);
      case SHMEM_FINALIZE -> oneSided.quietAll(rank);
      case SHMEM_WAIT_UNTIL -> variables.awaitUpdate(rank, op);
      case SHMEM_WAIT_UNTIL_ALL -> variables.awaitAll(rank, op);
      case SHMEM_WAIT_UNTIL_ANY -> variables.awaitAny(rank, op);
      case SHMEM_WAIT_UNTIL_SOME -> variables.awaitSome(rank, op);
      case SHMEM_TEST_ALL, SHMEM_TEST_ANY, SHMEM_TEST_SOME -> testSeveral(rank, op);
      case SHMEM_POLL -> oneSided.poll(rank, op);
      case SHMEM_TEST -> test(rank, op);
      case SHMEM_SET_LOCK -> oneSided.lockOps.set(rank, op);
      case SHMEM_TEST_LOCK -> testLock(rank, op);
      case SHMEM_TEAM_DESTROY -> local.freeCommunicator(rank, op);
      case SHMEM_CTX_CREATE -> oneSided.createContext(rank, op);
      // Any other op fails; collectives are executed as those of MPI.
      default -> throw new AssertionError(op.code() + " is not one of SHMEM's");
    }
  }

  /** A test that was true waits for what it found; any other looks, and takes nothing. */
  private void test(int rank, OpView op) {
    if (outcome(rank, op) == 1) {
      variables.awaitUpdate(rank, op);
    } else {
      variables.look(rank, op);
    }
  }

  private void testSeveral(int rank, OpView op) {
    boolean found =
        switch (op.code()) {
          case SHMEM_TEST_ALL -> outcome(rank, op) == 1;
          case SHMEM_TEST_ANY -> op.get(OpField.OUTCOME) >= 0;
          case SHMEM_TEST_SOME -> op.listLength(OpField.OUTCOMES) > 0;
          // Any other op fails, since it tests no variables.
          default -> throw new AssertionError(op);
        };
    if (!found) {
      variables.lookAtSeveral(rank, op);
    } else if (op.code() == OpCode.SHMEM_TEST_ALL) {
      variables.awaitAll(rank, op);
    } else if (op.code() == OpCode.SHMEM_TEST_ANY) {
      variables.awaitAny(rank, op);
    } else {
      variables.awaitSome(rank, op);
    }
  }

  /** Whether a test was true (1) or false (0) in the traced run, NONE where that is not known. */
  private long outcome(int rank, OpView op) {
    long outcome = op.get(OpField.OUTCOME);
    if (outcome != 0 && outcome != 1 && outcome != OpView.NONE) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          "has the outcome " + outcome + "; expected 0 (false), 1 (true) or none");
    }
    return outcome;
  }

  private void testLock(int rank, OpView op) {
    long outcome = outcome(rank, op);
    if (outcome == 1) {
      oneSided.lockOps.set(rank, op);
    } else {
      oneSided.lockOps.test(rank, op, outcome == OpView.NONE);
    }
  }

  /** Executes the rest of an op whose quiet is over, unless that is a collective. */
  public void executeAfterQuiet(int rank, OpView op) {
    oneSided.lockOps.clear(rank, op);
  }

  /** Whether an op, or the rest of one after its quiet, is a collective. */
  public static boolean isCollective(OpView op) {
    return switch (op.code()) {
      case SHMEM_BARRIER,
          SHMEM_SYNC,
          SHMEM_BROADCAST,
          SHMEM_COLLECT,
          SHMEM_FCOLLECT,
          SHMEM_REDUCE,
          SHMEM_ALLTOALL,
          SHMEM_ALLTOALLS,
          SHMEM_MALLOC,
          SHMEM_FREE,
          SHMEM_FINALIZE,
          SHMEM_TEAM_SPLIT ->
          true;
      case SHMEM_PUT, SHMEM_GET, SHMEM_PUT_NBI, SHMEM_GET_NBI, SHMEM_IPUT, SHMEM_IGET -> false;
      case SHMEM_P, SHMEM_G, SHMEM_PUT_SIGNAL, SHMEM_PUT_SIGNAL_NBI, SHMEM_ATOMIC -> false;
      case SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI, SHMEM_FENCE, SHMEM_QUIET -> false;
      case SHMEM_WAIT_UNTIL, SHMEM_TEST, SHMEM_SET_LOCK, SHMEM_TEST_LOCK, SHMEM_CLEAR_LOCK -> false;
      case SHMEM_TEAM_DESTROY, SHMEM_CTX_CREATE, SHMEM_CTX_DESTROY, SHMEM_WAIT_UNTIL_ALL -> false;
      case SHMEM_WAIT_UNTIL_ANY, SHMEM_WAIT_UNTIL_SOME, SHMEM_TEST_ALL, SHMEM_TEST_ANY -> false;
      case SHMEM_TEST_SOME, SHMEM_POLL -> false;
      // Of SHMEM all are listed: no other op is one of OpenSHMEM.
      default -> false;
    };
  }

  /**
   * Whether a collective may be executed in steps; the members of a collect do not know each
   * other's sizes, so they cannot choose an algorithm.
   */
  public static boolean mayGoInSteps(OpView op) {
    return op.code() != OpCode.SHMEM_COLLECT && op.code() != OpCode.SHMEM_TEAM_SPLIT;
  }

  /** The collective of MPI that stands for an op; valid until the next call. */
  public OpView collective(int rank, OpView op) {
    OpCode code = op.code();
    switch (code) {
      case SHMEM_BROADCAST ->
          collective.reset(OpCode.BCAST).set(OpField.ROOT, op.get(OpField.ROOT));
      case SHMEM_COLLECT, SHMEM_FCOLLECT ->
          collective.reset(OpCode.ALLGATHER).set(OpField.RECEIVE_BYTES, op.bytes());
      case SHMEM_REDUCE ->
          collective.reset(OpCode.ALLREDUCE).set(OpField.COUNT, op.get(OpField.COUNT));
      case SHMEM_ALLTOALL, SHMEM_ALLTOALLS ->
          collective.reset(OpCode.ALLTOALL).set(OpField.RECEIVE_BYTES, op.bytes());
      case SHMEM_TEAM_SPLIT -> split(rank, op);
      case SHMEM_BARRIER, SHMEM_SYNC, SHMEM_MALLOC, SHMEM_FREE, SHMEM_FINALIZE ->
          collective.reset(OpCode.BARRIER);
      // Any other op fails, since it is no collective.
      default -> throw new AssertionError(op);
    }
    boolean moves = code.has(OpField.BYTES) && code != OpCode.SHMEM_MALLOC;
    return collective
        .set(OpField.BYTES, moves ? op.bytes() : 0)
        .set(
            OpField.COMMUNICATOR,
            code.has(OpField.COMMUNICATOR) ? op.communicator() : worlds.applyAsInt(rank));
  }

  private void split(int rank, OpView op) {
    int size = pointToPoint.group(rank, op.communicator()).size();
    int length = op.listLength(OpField.RANKS);
    if (length != 3) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          "lists " + length + " numbers, expected three: start, stride and size of the team");
    }
    long start = op.listElement(OpField.RANKS, 0);
    long stride = op.listElement(OpField.RANKS, 1);
    long count = op.listElement(OpField.RANKS, 2);
    long last = start + (count - 1) * stride;
    if (count < 1
        || count > size
        || (count > 1 && stride == 0)
        || Math.min(start, last) < 0
        || Math.max(start, last) >= size) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          "makes a team of start, stride and size "
              + Arrays.toString(op.list(OpField.RANKS))
              + " from a team of "
              + size);
    }
    teamRanks = new long[(int) count];
    Arrays.setAll(teamRanks, member -> start + member * stride);
    collective
        .reset(OpCode.COMM_CREATE)
        .set(OpField.NEW_COMMUNICATOR, op.get(OpField.NEW_COMMUNICATOR))
        .setList(OpField.RANKS, teamRanks);
  }
}
