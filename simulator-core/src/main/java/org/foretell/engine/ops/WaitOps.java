package org.foretell.engine.ops;

import org.foretell.engine.kernel.EventTree;
import org.foretell.engine.message.EventList;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Resume;
import org.foretell.result.InputException;
import org.foretell.trace.InPlaceCursor;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Waits and tests. */
public final class WaitOps implements RequestTable.Watcher {
  private static final int NOTHING_TAKEN = -2;

  private final RankTable ranks;
  private final RequestTable requests;
  private final EventList agenda;
  private final ProblemLog problems;
  private final @Nullable OpRecorder watch;

  /**
   * By rank the slots of a waitany or waitsome in which it is blocked, with their number in front.
   */
  private final int[][] chosenFrom;

  /** By rank when it will choose, {@link EventTree#NONE} while no request is known to complete. */
  private final long[] choosesAt;

  public WaitOps(
      RankTable ranks,
      RequestTable requests,
      EventList agenda,
      ProblemLog problems,
      @Nullable OpRecorder watch,
      boolean unresolved) {
    this.ranks = ranks;
    this.requests = requests;
    this.agenda = agenda;
    this.problems = problems;
    this.watch = watch;
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
            + " slots of a rank; slots are to be used again when their requests have completed");
  }

  void await(int rank, long named) {
    int slot = slot(rank, named);
    if (slot >= 0) {
      requests.await(rank, slot);
    }
  }

  void awaitAll(int rank, OpView op) {
    long latest = 0;
    for (int i = 0, n = op.listLength(OpField.REQUESTS); i < n; i++) {
      latest = Math.max(latest, awaitOne(rank, op.listElement(OpField.REQUESTS, i)));
    }
    ranks.part(rank, latest, 0);
  }

  /** As {@link #awaitAll(int, OpView)}, of the waitall that a cursor stands at, which it takes. */
  void takeWaitAll(int rank, InPlaceCursor ops) {
    long latest = 0;
    int count = ops.requests();
    int list = ops.takeWaitAll();
    for (int i = list; i < list + count; i++) {
      latest = Math.max(latest, awaitOne(rank, ops.request(i)));
    }
    ranks.part(rank, latest, 0);
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
      return 0;
    }
    return end;
  }

  /**
   * A waitany or waitsome without outcome.
   *
   * @return whether the rank goes on at once; otherwise it is blocked until it can choose
   */
  boolean awaitAny(int rank, OpView op, boolean some) {
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
          requests.await(rank, slot);
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
    if (earliest != EventTree.NONE) {
      agenda.rankGoesOn(rank, earliest);
    }
    return false;
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
        requests.watch(rank, slot, true);
      }
    }
  }

  /** A request that a blocked waitany or waitsome is after completes at a time. */
  @Override
  public void watchedRequestCompletes(int rank, long timePs) {
    if (timePs < choosesAt[rank]) {
      choosesAt[rank] = timePs;
      agenda.rankGoesOnEarlier(rank, timePs);
    }
  }

  /** The time has come at which a blocked waitany or waitsome takes what is complete. */
  public void choose(int rank, boolean some) {
    long now = choosesAt[rank];
    int[] slots = chosenFrom[rank];
    boolean taken = false;
    for (int i = 1; i <= slots[0]; i++) {
      int slot = slots[i];
      if (slot >= 0) {
        requests.watch(rank, slot, false);
        long word = requests.word(rank, slot);
        if (RequestTable.complete(word) && word <= now && (some || !taken)) {
          requests.await(rank, slot);
          taken = true;
        }
      }
    }
    ranks.resume(rank, Resume.NEXT_OP);
    if (!ranks.end(rank) || ranks.clockPs(rank) != now) {
      throw new AssertionError("rank " + rank + " chose nothing at " + now + " ps");
    }
    if (watch != null) {
      watch.end(rank, now, ranks.partnerPs(rank));
    }
  }

  /** The slots of a blocked waitany or waitsome, their number in front. */
  int[] choices(int rank) {
    return chosenFrom[rank];
  }

  /** A waitany or testany whose outcome was recorded; -2 is that it took nothing. */
  public void awaitRecorded(int rank, OpView op, long outcome) {
    if (outcome == NOTHING_TAKEN) {
      return;
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
    await(rank, op.listElement(OpField.REQUESTS, (int) outcome));
  }

  /** A waitsome or testsome whose outcomes were recorded. */
  public void awaitAllRecorded(int rank, OpView op) {
    for (int i = 0, n = op.listLength(OpField.OUTCOMES); i < n; i++) {
      awaitRecorded(rank, op, op.listElement(OpField.OUTCOMES, i));
    }
  }

  /** A test of any form; what it waits for, if anything, becomes part of the rank's op. */
  public void test(int rank, OpView op) {
    long outcome = op.get(OpField.OUTCOME);
    boolean recorded = outcome != OpView.NONE;
    switch (op.code()) {
      case TEST -> {
        if (recorded ? outcome == 1 : isDone(rank, op.get(OpField.REQUEST))) {
          await(rank, op.get(OpField.REQUEST));
        }
      }
      case TESTALL -> {
        if (recorded ? outcome == 1 : allDone(rank, op)) {
          awaitAll(rank, op);
        }
      }
      case TESTANY -> {
        if (recorded) {
          awaitRecorded(rank, op, outcome);
        } else {
          takeDone(rank, op, 1);
        }
      }
      default -> {
        if (recorded || op.listLength(OpField.OUTCOMES) > 0) {
          awaitAllRecorded(rank, op);
        } else {
          takeDone(rank, op, Integer.MAX_VALUE);
        }
      }
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
