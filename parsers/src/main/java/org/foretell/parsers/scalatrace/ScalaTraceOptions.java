package org.foretell.parsers.scalatrace;

/**
 * How to read a trace of ScalaTrace.
 *
 * @param instructionsPerSecond converts bursts counted in instructions to durations; not used if
 *     the trace has durations too
 * @param isRateGiven whether the caller has set the rate; if not, the trace gets a note
 * @param matchSizes whether a receive matches only messages of the same size
 */
public record ScalaTraceOptions(
    double instructionsPerSecond, boolean isRateGiven, boolean matchSizes) {
  /** 1 Ginstr/s, and any size. */
  public static final ScalaTraceOptions DEFAULT = new ScalaTraceOptions(1e9, false, false);

  /** Checks the rate. */
  public ScalaTraceOptions {
    if (!(instructionsPerSecond > 0) || Double.isInfinite(instructionsPerSecond)) {
      throw new IllegalArgumentException(
          "the rate of instructions must be above zero and finite, but is "
              + instructionsPerSecond
              + " instr/s");
    }
  }

  /**
   * {@return these options with a rate of instructions}
   *
   * @param rate instructions per second, above 0
   */
  public ScalaTraceOptions withInstructionsPerSecond(double rate) {
    return new ScalaTraceOptions(rate, true, matchSizes);
  }

  /**
   * {@return these options with receives that match any message, or only those of the same size}
   *
   * @param match whether only those of the same size
   */
  public ScalaTraceOptions withMatchSizes(boolean match) {
    return new ScalaTraceOptions(instructionsPerSecond, isRateGiven, match);
  }
}
