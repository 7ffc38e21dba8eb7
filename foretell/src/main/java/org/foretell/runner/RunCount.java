package org.foretell.runner;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Counts runs, and how long they take together. Used by any number of threads. */
final class RunCount {
  private final LongSupplier nanoClock;
  private long done;
  private long planned;

  /** When the runner last had nothing to do: how many runs were done, and the time since. */
  private long doneBefore;

  private long sinceNanos;

  RunCount(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    sinceNanos = nanoClock.getAsLong();
  }

  synchronized void plan(int runs) {
    if (done == planned) {
      doneBefore = done;
      sinceNanos = nanoClock.getAsLong();
    }
    planned += runs;
  }

  /** Some that were planned do not begin. */
  synchronized void withdraw(int runs) {
    planned -= runs;
  }

  /** One has ended. */
  synchronized void end() {
    done++;
  }

  /** All that have ended. */
  synchronized long done() {
    return done;
  }

  /** All that were planned. */
  synchronized long planned() {
    return planned;
  }

  synchronized RunsProgress progress() {
    return new RunsProgress(
        done - doneBefore,
        planned - doneBefore,
        Duration.ofNanos(Math.max(0, nanoClock.getAsLong() - sinceNanos)));
  }
}
