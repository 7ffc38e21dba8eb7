package org.foretell.workload.failure;

import java.util.Optional;

/**
 * A run under failures.
 *
 * @param seconds from its start to its end
 * @param failures how many there were
 * @param lostSeconds work and checkpoints that failures undid
 * @param writtenSeconds time of checkpoints that were completed
 * @param restartSeconds time of restarts, those that failed included
 */
record FailedRun(
    double seconds,
    long failures,
    double lostSeconds,
    double writtenSeconds,
    double restartSeconds) {
  /** A run this many times longer than its work does not end in practice. */
  static final double MOST_TIMES = 1000;

  /** Nor does one with more failures. */
  private static final long MOST_FAILURES = 1_000_000;

  /** Runs until the work is done; empty if that takes more than {@link #MOST_TIMES} as long. */
  static Optional<FailedRun> of(Checkpoints run, FailureTimes failures) {
    double interval = Math.min(run.workSeconds(), run.intervalSeconds());
    long before = run.count();
    double now = 0;
    double lost = 0;
    double written = 0;
    double restarts = 0;
    long count = 0;
    for (long done = 0; done <= before; ) {
      boolean isLast = done == before;
      double work = isLast ? run.workSeconds() - before * interval : interval;
      double end = now + work + (isLast ? 0 : run.writeSeconds());
      if (failures.next() >= end) {
        now = end;
        written += isLast ? 0 : run.writeSeconds();
        done++;
        continue;
      }
      lost += failures.next() - now;
      double since = failures.next();
      now = since;
      do {
        now = Math.max(now, failures.next());
        failures.comes();
        count++;
        if (now > MOST_TIMES * run.workSeconds() || count > MOST_FAILURES) {
          return Optional.empty();
        }
      } while (failures.next() < now + run.restartSeconds());
      now += run.restartSeconds();
      restarts += now - since;
      if (now > MOST_TIMES * run.workSeconds()) {
        return Optional.empty();
      }
    }
    return Optional.of(new FailedRun(now, count, lost, written, restarts));
  }
}
