package org.foretell.workload.failure;

/**
 * A run with checkpoints.
 *
 * @param workSeconds how long it takes without failures and checkpoints, above 0
 * @param intervalSeconds work between two checkpoints, above 0; the last interval, after which the
 *     run is over, has no checkpoint
 * @param writeSeconds time to write a checkpoint, at least 0
 * @param restartSeconds time from a failure until the run goes on from its last checkpoint, at
 *     least 0
 */
public record Checkpoints(
    double workSeconds, double intervalSeconds, double writeSeconds, double restartSeconds) {
  /** Checks the ranges. */
  public Checkpoints {
    if (!(workSeconds > 0)
        || !(intervalSeconds > 0)
        || !(writeSeconds >= 0)
        || !(restartSeconds >= 0)
        || Double.isInfinite(workSeconds + writeSeconds + restartSeconds)) {
      throw new IllegalArgumentException(
          "a run needs work, an interval and times of checkpoints, but has %s, %s, %s, %s"
              .formatted(workSeconds, intervalSeconds, writeSeconds, restartSeconds));
    }
  }

  /**
   * {@return the same run with another interval}
   *
   * @param seconds above 0
   */
  public Checkpoints every(double seconds) {
    return new Checkpoints(workSeconds, seconds, writeSeconds, restartSeconds);
  }

  /** {@return the number of checkpoints of a run without failures} */
  public long count() {
    return (long) Math.ceil(workSeconds / Math.min(workSeconds, intervalSeconds) - 1e-9) - 1;
  }
}
