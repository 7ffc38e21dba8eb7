package org.foretell.structure;

/**
 * Treatment of the durations of bursts in columns.
 *
 * @param form how they are kept
 * @param relativeError of a quantised duration, at most; above 0 and below 1, else 0
 */
public record DurationRule(Form form, double relativeError) {
  /** How durations are kept. */
  public enum Form {
    /** Unchanged. */
    EXACT,
    /** Rounded, so that there are fewer different ones. */
    QUANTISED,
    /** As a histogram for each place in a program, or for each call site. */
    HISTOGRAM
  }

  /** Durations stay unchanged. */
  public static final DurationRule EXACT = new DurationRule(Form.EXACT, 0);

  /** A histogram for each place replaces durations. */
  public static final DurationRule HISTOGRAM = new DurationRule(Form.HISTOGRAM, 0);

  /** Checks the error. */
  public DurationRule {
    boolean quantised = form == Form.QUANTISED;
    if (quantised ? !(relativeError > 0 && relativeError < 1) : relativeError != 0) {
      throw new IllegalArgumentException(
          "a relative error must be above 0 and below 1, but is " + relativeError);
    }
  }

  /**
   * {@return a rule that rounds durations}
   *
   * @param relativeError by which a duration may change, at most; above 0 and below 1
   */
  public static DurationRule quantised(double relativeError) {
    return new DurationRule(Form.QUANTISED, relativeError);
  }
}
