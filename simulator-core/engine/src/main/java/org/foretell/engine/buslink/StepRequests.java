package org.foretell.engine.buslink;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;

/**
 * What steps of collectives and tasks of graphs have begun, under a bus-link model: messages and
 * receives of which it is not known yet when they end. Each bears a name at or below {@link
 * RequestTable#STEP} where others bear a request slot.
 */
public final class StepRequests extends RecordPool {
  /** The source of a send. */
  public static final int NO_SOURCE = -1;

  /** Longs of a record. */
  private static final int STRIDE = 4;

  private static final int RUN_STATE = 0;
  private static final int SOURCE = 1;
  private static final int RANK_TASK = 2;

  /** The step is a send or recv that is blocked in it, rather than something that it started. */
  private static final int BLOCKING = 1;

  /** A step is blocked until it completes. */
  private static final int AWAITED = 2;

  /** It has not completed. */
  private static final int PENDING = 4;

  /** It was a rendezvous, which has been released. */
  private static final int RELEASED = 8;

  public StepRequests() {
    super("messages of steps and tasks", STRIDE);
  }

  /**
   * A step of a collective begins something.
   *
   * @param run number of the collective
   * @param source rank that a receive is for, or {@link #NO_SOURCE}
   * @return its name
   */
  public int begin(int run, int source, boolean blocking) {
    int record = allocate();
    set(record, RUN_STATE, (long) run << 32 | (blocking ? BLOCKING | AWAITED : 0));
    set(record, SOURCE, source);
    return RequestTable.STEP - record;
  }

  /** The send or receive of a task begins, in which its stream is blocked; answers its name. */
  public int beginTask(int rank, int task) {
    int record = allocate();
    set(record, RUN_STATE, BLOCKING | AWAITED);
    set(record, RANK_TASK, (long) rank << 32 | task);
    return RequestTable.STEP - record;
  }

  /** It is over, or was over at once. */
  public void forget(int name) {
    release(RequestTable.STEP - name);
  }

  private boolean has(int name, int state) {
    return ((int) get(RequestTable.STEP - name, RUN_STATE) & state) != 0;
  }

  private void add(int name, int state) {
    int record = RequestTable.STEP - name;
    set(record, RUN_STATE, get(record, RUN_STATE) | state);
  }

  /** Whether something is a step in which its rank or the background is blocked from its start. */
  public boolean isBlocking(int name) {
    return name <= RequestTable.STEP && has(name, BLOCKING);
  }

  /** Whether a rank or the background is blocked until something completes. */
  public boolean isAwaited(int name) {
    return name <= RequestTable.STEP && has(name, AWAITED);
  }

  public void await(int name) {
    add(name, AWAITED);
  }

  public boolean isPending(int name) {
    return has(name, PENDING);
  }

  void pend(int name) {
    add(name, PENDING);
  }

  /** Something that nobody has waited for yet has completed. */
  public void complete(int name) {
    int record = RequestTable.STEP - name;
    set(record, RUN_STATE, get(record, RUN_STATE) & ~PENDING);
  }

  public boolean isReleased(int name) {
    return has(name, RELEASED);
  }

  void releaseSender(int name) {
    add(name, RELEASED);
  }

  /** Number of the collective. */
  public int run(int name) {
    return (int) (get(RequestTable.STEP - name, RUN_STATE) >> 32);
  }

  /** The rank that a receive of a collective is for, or {@link #NO_SOURCE}. */
  public int source(int name) {
    return (int) get(RequestTable.STEP - name, SOURCE);
  }

  /** The rank whose task has begun it. */
  public int rank(int name) {
    return (int) (get(RequestTable.STEP - name, RANK_TASK) >> 32);
  }

  /** The task that has begun it. */
  public int task(int name) {
    return (int) get(RequestTable.STEP - name, RANK_TASK);
  }
}
