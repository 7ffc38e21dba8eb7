package org.foretell.engine.onesided;

import org.foretell.engine.mail.Part;
import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** The ops of ranks on locks of OpenSHMEM: messages to the rank where a lock is kept. */
public final class LockOps {
  private final RankTable ranks;
  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final OneSidedMessages sent;
  private final LockTable locks;

  /** Null where there is one part. */
  private final @Nullable Part part;

  LockOps(ReplayState state, OneSidedMessages sent, LockTable locks, @Nullable Part part) {
    ranks = state.ranks();
    problems = state.problems();
    recorder = state.recorder();
    this.sent = sent;
    this.locks = locks;
    this.part = part;
  }

  /** The rank where a lock is kept. */
  public int home(int rank, OpView op) {
    return (int) (lock(rank, op) % ranks.size());
  }

  private long lock(int rank, OpView op) {
    long lock = op.get(OpField.OBJECT);
    if (lock < 0) {
      throw invalid(rank, "names no lock (object)");
    }
    return lock;
  }

  private InvalidTrace invalid(int rank, String why) {
    return problems.invalid(rank, ranks.operation(rank), why);
  }

  /** The op of a rank lasts until it has a lock. */
  public void set(int rank, OpView op) {
    long lock = lock(rank, op);
    locks.await(rank, lock);
    ask(rank, op, OneSidedMessages.SET_LOCK, lock);
  }

  /**
   * The op of a rank lasts until it knows whether it has a lock.
   *
   * @param takes whether it takes the lock if that is free
   */
  public void test(int rank, OpView op, boolean takes) {
    ask(
        rank,
        op,
        takes ? OneSidedMessages.TRY_LOCK : OneSidedMessages.LOOK_AT_LOCK,
        lock(rank, op));
  }

  private void ask(int rank, OpView op, int kind, long lock) {
    locks.asks(rank, ranks.operation(rank));
    ranks.expect(rank);
    send(rank, home(rank, op), kind | OneSidedMessages.IS_AWAITED, lock);
  }

  /** A rank, all of whose writes are complete, gives back a lock. */
  public void clear(int rank, OpView op) {
    long lock = lock(rank, op);
    int home = home(rank, op);
    boolean isHere = part == null || !part.isElsewhere(home); // else its home finds out
    if (isHere && !locks.givesBack(lock, rank)) {
      throw invalid(rank, "releases lock " + lock + ", which the rank does not hold");
    }
    send(rank, home, OneSidedMessages.CLEAR_LOCK, lock);
  }

  private void send(int rank, int home, int kind, long lock) {
    int message = sent.create(rank, home, 0, 0, true, kind, rank, lock);
    if (recorder != null) {
      recorder.partner(rank, home, 0);
    }
    sent.sendByCaller(rank, message);
  }
}
