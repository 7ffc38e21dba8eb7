package org.foretell.engine.ops;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.EventTree;
import org.foretell.engine.message.EventList;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Resume;
import org.foretell.result.InputException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.inplace.InPlaceCursor;
import org.jspecify.annotations.Nullable;

/** Waits and tests. */
public final class WaitOps {
  private static final int NOTHING_TAKEN = -2;

  private final RankTable ranks;
  private final RequestTable requests;
  private final Causes causes;

  /** Null where requests complete when their time has come; then choices are made at once. */
  private final @Nullable EventList eventList;

  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final @Nullable AwaitedRequests told;

  /**
   * By rank the slots of a waitany or waitsome in which it is blocked, with their number in front.
   */
  private final int[][] chosenFrom;

  /** By rank when it will choose, {@link EventTree#NONE} while no request is known to complete. */
  private final long[] choosesAt;

  /**
   * Nobody waits.
   *
   * @param eventList null where requests never complete ahead of time
   * @param told null where waiting neither moves messages nor costs anything
   * @param unresolved whether there are waits whose outcome is not recorded
   */
  public WaitOps(
      ReplayState state,
      @Nullable EventList eventList,
      @Nullable AwaitedRequests told,
      boolean unresolved) {
    ranks = state.ranks();
    requests = state.requests();
    causes = state.causes();
    problems = state.problems();
    recorder = state.recorder();
    this.eventList = eventList;
    this.told = told;
    chosenFrom = new int[unresolved ? ranks.size() : 0][];
    choosesAt = new long[unresolved ? ranks.size() : 0];
  }

  /** A slot as an op names it, -1 for the null request. */
  public int slot(int rank, long named) {
    if (named >= 0 && named < RequestTable.MOST_SLOTS) {
      return (int) named;
    }
    if (named == OpView.NONE) {
      return -1;
    }
    if (named < 0) {
      throw problems.invalid(rank, ranks.operation(rank), "names request " + named);
    }
    throw new InputException(
        "rank "
            + rank
            + ", op "
            + ranks.operation(rank)
            + ": request slot "
            + named
            + " is beyond the limit of "
            + RequestTable.MOST_SLOTS
            + " slots of a rank; reuse slots once their requests have completed");
  }

  /** A wait. */
  void await(int rank, long named) {
    long end = awaitOne(rank, named);
    ranks.part(rank, end, 0, ranks.latest(rank));
  }

  /** Takes a request of which the trace says that it is complete, or will be. */
  private void complete(int rank, long named) {
    int slot = slot(rank, named);
    if (slot >= 0) {
      tellLate(rank, slot, requests.word(rank, slot));
      requests.await(rank, slot);
      if (told != null) {
        told.awaits(rank, slot);
      }
    }
  }

  void awaitAll(int rank, OpView op) {
    long latest = 0;
    for (int i = 0, n = op.listLength(OpField.REQUESTS); i < n; i++) {
      latest = Math.max(latest, awaitOne(rank, op.listElement(OpField.REQUESTS, i)));
    }
    ranks.part(rank, latest, 0, ranks.latest(rank));
  }

  /** As {@link #awaitAll(int, OpView)}, of the waitall that a cursor stands at, which it takes. */
  void takeWaitAll(int rank, InPlaceCursor ops) {
    long latest = 0;
    int count = ops.requests();
    int list = ops.takeWaitAll();
    for (int i = list; i < list + count; i++) {
      latest = Math.max(latest, awaitOne(rank, ops.request(i)));
    }
    ranks.part(rank, latest, 0, ranks.latest(rank));
  }

  /** When a request completed, or 0 if the rank has to wait for it or there is none. */
  private long awaitOne(int rank, long named) {
    int slot = slot(rank, named);
    if (slot < 0) {
      return 0;
    }
    long end = requests.take(rank, slot);
    if (end < 0) {
      requests.await(rank, slot);
      if (told != null) {
        told.awaits(rank, slot);
      }
      return 0;
    }
    tellLate(rank, slot, end);
    return end;
  }

  /** Reports a request that a rank takes, if it has been complete for some time. */
  private void tellLate(int rank, int slot, long word) {
    if (recorder == null || !RequestTable.complete(word) || word >= ranks.clockPs(rank)) {
      return;
    }
    int kind = requests.completedKind(rank, slot);
    if (kind == RequestTable.SEND || kind == RequestTable.RECEIVE) {
      recorder.observer.takenLate(rank, kind == RequestTable.SEND, word, ranks.clockPs(rank));
    }
  }

  /**
   * A waitany or waitsome without outcome.
   *
   * @return whether the rank goes on at once; otherwise it is blocked until it can choose
   */
  private boolean awaitAny(int rank, OpView op, boolean some) {
    checkAnnounced(rank);
    long clock = ranks.clockPs(rank);
    int count = op.listLength(OpField.REQUESTS);
    boolean active = false;
    boolean taken = false;
    long earliest = EventTree.NONE;
    for (int i = 0; i < count && !(taken && !some); i++) {
      int slot = slot(rank, op.listElement(OpField.REQUESTS, i));
      long word = slot < 0 ? RequestTable.EMPTY : requests.word(rank, slot);
      active |= word != RequestTable.EMPTY;
      if (RequestTable.complete(word)) {
        if (word <= clock) {
          choose(rank, slot);
          taken = true;
        }
        earliest = Math.min(earliest, word);
      }
    }
    if (taken || !active) {
      return true;
    }
    remember(rank, op, count);
    ranks.resume(rank, some ? Resume.CHOOSE_SOME : Resume.CHOOSE_ANY);
    choosesAt[rank] = earliest;
    if (earliest != EventTree.NONE && eventList != null) {
      eventList.rankGoesOn(rank, earliest, causes.clock(rank));
    }
    return false;
  }

  private void checkAnnounced(int rank) {
    if (chosenFrom.length == 0) {
      throw new InputException(
          "rank "
              + rank
              + ", op "
              + ranks.operation(rank)
              + " waits or tests without a recorded outcome, but the trace says that it has no such"
              + " op; expected its outcome, or the capability UNRESOLVED_COMPLETIONS among the"
              + " contents of the trace; the file is damaged or was written wrongly: make it again"
              + " from what it was made of");
    }
  }

  private void choose(int rank, int slot) {
    if (told != null) {
      told.chosen(rank, slot);
    }
    requests.await(rank, slot);
  }

  /** A waitany; whether the rank goes on at once, otherwise it is blocked until it can choose. */
  boolean waitAny(int rank, OpView op) {
    long outcome = op.get(OpField.OUTCOME);
    if (outcome == OpView.NONE) {
      return awaitAny(rank, op, false);
    }
    if (isTaken(rank, op, outcome)) {
      await(rank, op.listElement(OpField.REQUESTS, (int) outcome));
    }
    return true;
  }

  /** A waitsome, see {@link #waitAny}. */
  boolean waitSome(int rank, OpView op) {
    if (op.listLength(OpField.OUTCOMES) == 0) {
      return awaitAny(rank, op, true);
    }
    takeAllRecorded(rank, op);
    return true;
  }

  private void remember(int rank, OpView op, int count) {
    int[] slots = chosenFrom[rank];
    if (slots == null || slots.length <= count) {
      slots = new int[Math.max(8, 2 * count)];
      chosenFrom[rank] = slots;
    }
    slots[0] = count;
    for (int i = 0; i < count; i++) {
      int slot = slot(rank, op.listElement(OpField.REQUESTS, i));
      slots[i + 1] = slot;
      if (slot >= 0) {
        requests.candidate(rank, slot, true);
      }
    }
  }

  /** A request that a blocked waitany or waitsome is after completes at a time. */
  public void candidateCompletes(int rank, long timePs, int after) {
    if (timePs < choosesAt[rank]) {
      choosesAt[rank] = timePs;
      if (eventList == null) {
        chooseComplete(rank);
        ranks.goesOn(rank, after);
      } else {
        eventList.rankGoesOnEarlier(rank, timePs, after);
      }
    }
  }

  /** The time has come at which a blocked waitany or waitsome takes what is complete. */
  public void chooseComplete(int rank) {
    boolean some = ranks.resume(rank) == Resume.CHOOSE_SOME;
    long now = choosesAt[rank];
    int[] slots = chosenFrom[rank];
    boolean taken = false;
    for (int i = 1; i <= slots[0]; i++) {
      int slot = slots[i];
      if (slot >= 0) {
        requests.candidate(rank, slot, false);
        long word = requests.word(rank, slot);
        if (RequestTable.complete(word) && word <= now && (some || !taken)) {
          choose(rank, slot);
          taken = true;
        }
      }
    }
    ranks.resume(rank, Resume.NEXT_OP);
    if (!ranks.end(rank) || ranks.clockPs(rank) != now) {
      throw new AssertionError("rank " + rank + " chose nothing at " + now + " ps");
    }
    if (recorder != null) {
      recorder.end(rank, now, ranks.partnerPs(rank));
    }
  }

  /** Whether a recorded outcome names a request; -2 is that nothing was taken. */
  private boolean isTaken(int rank, OpView op, long outcome) {
    if (outcome == NOTHING_TAKEN) {
      return false;
    }
    if (outcome < 0 || outcome >= op.listLength(OpField.REQUESTS)) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          "records outcome "
              + outcome
              + ", but lists "
              + op.listLength(OpField.REQUESTS)
              + " requests");
    }
    return true;
  }

  private void takeRecorded(int rank, OpView op, long outcome) {
    if (isTaken(rank, op, outcome)) {
      complete(rank, op.listElement(OpField.REQUESTS, (int) outcome));
    }
  }

  /** A waitsome or testsome whose outcomes were recorded. */
  private void takeAllRecorded(int rank, OpView op) {
    for (int i = 0, n = op.listLength(OpField.OUTCOMES); i < n; i++) {
      takeRecorded(rank, op, op.listElement(OpField.OUTCOMES, i));
    }
  }

  /** A test of any form; what it waits for, if anything, becomes part of the rank's op. */
  public void test(int rank, OpView op) {
    long outcome = op.get(OpField.OUTCOME);
    boolean recorded =
        outcome != OpView.NONE
            || (op.code() == OpCode.TESTSOME && op.listLength(OpField.OUTCOMES) > 0);
    if (!recorded) {
      checkAnnounced(rank);
    }
    switch (op.code()) {
      case TEST -> {
        if (recorded ? outcome == 1 : isDone(rank, op.get(OpField.REQUEST))) {
          complete(rank, op.get(OpField.REQUEST));
        }
      }
      case TESTALL -> {
        if (recorded ? outcome == 1 : allDone(rank, op)) {
          for (int i = 0, n = op.listLength(OpField.REQUESTS); i < n; i++) {
            complete(rank, op.listElement(OpField.REQUESTS, i));
          }
        }
      }
      case TESTANY -> {
        if (recorded) {
          takeRecorded(rank, op, outcome);
        } else {
          takeDone(rank, op, 1);
        }
      }
      case TESTSOME -> {
        if (recorded) {
          takeAllRecorded(rank, op);
        } else {
          takeDone(rank, op, Integer.MAX_VALUE);
        }
      }
      // Any other op fails, since it is no test.
      default -> throw new AssertionError(op);
    }
  }

  /** Whether a request is complete by the clock of its rank; empty slots are. */
  private boolean isDone(int rank, long named) {
    int slot = slot(rank, named);
    long word = slot < 0 ? RequestTable.EMPTY : requests.word(rank, slot);
    return word == RequestTable.EMPTY
        || (RequestTable.complete(word) && word <= ranks.clockPs(rank));
  }

  private boolean allDone(int rank, OpView op) {
    for (int i = 0, n = op.listLength(OpField.REQUESTS); i < n; i++) {
      if (!isDone(rank, op.listElement(OpField.REQUESTS, i))) {
        return false;
      }
    }
    return true;
  }

  private void takeDone(int rank, OpView op, int most) {
    int taken = 0;
    for (int i = 0, n = op.listLength(OpField.REQUESTS); i < n && taken < most; i++) {
      long named = op.listElement(OpField.REQUESTS, i);
      int slot = slot(rank, named);
      if (slot >= 0 && requests.word(rank, slot) != RequestTable.EMPTY && isDone(rank, named)) {
        requests.await(rank, slot);
        taken++;
      }
    }
  }
}
