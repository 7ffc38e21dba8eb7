package org.foretell.engine.mail;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A part that its thread has left to another one for a while. Used by both; only one of them
 * executes anything of it at a time.
 */
final class LeftPart {
  private static final long NAP_NANOS = 5_000_000;

  private final BooleanSupplier round;
  private final Thread owner = Thread.currentThread();
  private final long fromNanos = System.nanoTime();
  private final long nanos;
  private final AtomicReference<State> state = new AtomicReference<>(State.LEFT);

  private enum State {
    LEFT,
    EXECUTED,
    GIVEN_BACK,

    /** The other thread will report why, which stops all parts. */
    FAILED
  }

  /**
   * The calling thread leaves it.
   *
   * @param round executes a round; whether there are more
   * @param nanos after which it wants it back
   */
  LeftPart(BooleanSupplier round, long nanos) {
    this.round = round;
    this.nanos = nanos;
  }

  /** How long ago its thread left it. */
  long awayNanos() {
    return System.nanoTime() - fromNanos;
  }

  /**
   * Waits until it is given back.
   *
   * @param alone whether the other thread has ended, or soon will
   */
  void await(BooleanSupplier alone) {
    while (state.get() != State.GIVEN_BACK) {
      if (alone.getAsBoolean()
          && (state.get() == State.FAILED || state.compareAndSet(State.LEFT, State.GIVEN_BACK))) {
        return;
      }
      LockSupport.parkNanos(this, NAP_NANOS);
    }
  }

  /** Executes a round in the other thread, unless its own has taken it back. */
  void execute() {
    if (!state.compareAndSet(State.LEFT, State.EXECUTED)) {
      return;
    }
    State then = State.FAILED;
    try {
      boolean more = round.getAsBoolean();
      then = more && awayNanos() < nanos ? State.LEFT : State.GIVEN_BACK;
    } finally {
      state.set(then);
    }
    if (then == State.GIVEN_BACK) {
      LockSupport.unpark(owner);
    }
  }

  boolean isLeft() {
    return state.get() == State.LEFT;
  }
}
