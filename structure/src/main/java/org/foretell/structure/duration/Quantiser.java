package org.foretell.structure.duration;

import org.foretell.trace.TraceSink;

/**
 * Rounds durations to the nearest of levels that grow by a constant factor, so that no duration
 * changes by more than a relative error. Zero, and what is too short to be rounded to a whole
 * picosecond within that error, stays what it is.
 */
public final class Quantiser {
  private final double relativeError;
  private final double logStep;

  /**
   * A rule.
   *
   * @param relativeError at most, above 0 and below 1; 0 for no rounding
   */
  public Quantiser(double relativeError) {
    this.relativeError = relativeError;
    logStep = 2 * StrictMath.log1p(relativeError);
  }

  /** The level of a duration; {@link TraceSink#NO_BURST} stays what it is. */
  public long round(long durationPs) {
    if (relativeError == 0 || durationPs <= 0) {
      return durationPs;
    }
    long step = Math.round(StrictMath.log((double) durationPs) / logStep);
    long level = Math.round(StrictMath.exp(step * logStep));
    return Math.abs(level - durationPs) <= relativeError * (double) durationPs ? level : durationPs;
  }
}
