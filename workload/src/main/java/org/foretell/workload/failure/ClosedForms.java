package org.foretell.workload.failure;

import java.util.function.DoubleUnaryOperator;

/** Formulas for runs with exponential failures. */
public final class ClosedForms {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
  private static final double MOST_PARTS = 1e9;

  /** So many are tried one by one. */
  private static final int FEW = 8;

  private ClosedForms() {}

  /**
   * {@return Young's interval between checkpoints (1974): the square root of twice the time of a
   * checkpoint times the mean time between failures}
   *
   * @param writeSeconds time of a checkpoint, above 0
   * @param mtbfSeconds mean time between failures of anything
   */
  public static double young(double writeSeconds, double mtbfSeconds) {
    return Math.sqrt(2 * writeSeconds * mtbfSeconds);
  }

  /**
   * {@return Daly's interval between checkpoints (2006), which is right where failures are not much
   * rarer than checkpoints, too}
   *
   * @param writeSeconds time of a checkpoint, above 0
   * @param mtbfSeconds mean time between failures of anything
   */
  public static double daly(double writeSeconds, double mtbfSeconds) {
    if (writeSeconds >= 2 * mtbfSeconds) {
      return mtbfSeconds;
    }
    double part = writeSeconds / (2 * mtbfSeconds);
    return young(writeSeconds, mtbfSeconds) * (1 + Math.sqrt(part) / 3 + part / 9) - writeSeconds;
  }

  /**
   * {@return the expected time of a run, seconds; infinite if it does not fit a number} Exact for
   * exponential failures, which may also come during checkpoints and restarts: an interval of
   * {@code d} takes {@code M exp(R/M) (exp(d/M) - 1)}.
   *
   * @param run with checkpoints
   * @param mtbfSeconds mean time between failures of anything
   */
  public static double expectedSeconds(Checkpoints run, double mtbfSeconds) {
    long before = run.count();
    double interval = Math.min(run.workSeconds(), run.intervalSeconds());
    double last = run.workSeconds() - before * interval;
    double each = mtbfSeconds * Math.exp(run.restartSeconds() / mtbfSeconds);
    return each
        * (before * Math.expm1((interval + run.writeSeconds()) / mtbfSeconds)
            + Math.expm1(last / mtbfSeconds));
  }

  /**
   * {@return the interval with the least time}
   *
   * @param run its interval does not count
   * @param seconds the time with an interval; over numbers of equal intervals it has one minimum
   */
  static double best(Checkpoints run, DoubleUnaryOperator seconds) {
    // Of all intervals with as many checkpoints, equal ones are best: so their number is sought.
    double low = 0;
    double high = Math.log(MOST_PARTS);
    while (parts(high) - parts(low) > FEW) {
      double left = high - GOLDEN * (high - low);
      double right = low + GOLDEN * (high - low);
      if (ofParts(parts(left), run, seconds) < ofParts(parts(right), run, seconds)) {
        high = right;
      } else {
        low = left;
      }
    }
    long best = parts(low);
    for (long some = best + 1; some <= parts(high); some++) {
      if (ofParts(some, run, seconds) < ofParts(best, run, seconds)) {
        best = some;
      }
    }
    return run.workSeconds() / best;
  }

  private static long parts(double logarithm) {
    return Math.round(Math.exp(logarithm));
  }

  private static double ofParts(long parts, Checkpoints run, DoubleUnaryOperator seconds) {
    return seconds.applyAsDouble(run.workSeconds() / parts);
  }
}
