package org.foretell.study.description;

import java.util.Optional;

/**
 * A figure of a study, and the bounds between which it may lie.
 *
 * @param value the figure
 * @param from least that it may be, at most {@code value}
 * @param to most that it may be, at least {@code value}
 * @param distribution how likely the values between the bounds are
 * @param source of the figure; empty without one
 */
public record Estimate(
    double value, double from, double to, Distribution distribution, Optional<String> source) {
  /** How likely the values between two bounds are. */
  public enum Distribution {
    /** All equally likely. */
    UNIFORM,
    /** Most likely the figure itself, less and less towards the bounds, in straight lines. */
    TRIANGULAR
  }

  /** Checks the bounds. */
  public Estimate {
    if (!(from <= value && value <= to) || Double.isInfinite(from) || Double.isInfinite(to)) {
      throw new IllegalArgumentException(value + " is not between " + from + " and " + to);
    }
  }

  /**
   * {@return a figure without bounds or source}
   *
   * @param value of it
   */
  public static Estimate exactly(double value) {
    return new Estimate(value, value, value, Distribution.UNIFORM, Optional.empty());
  }

  /** {@return whether it has bounds} */
  public boolean isUncertain() {
    return from < to;
  }

  /**
   * {@return the value below which a share of the distribution lies}
   *
   * @param probability 0 to 1
   */
  public double quantile(double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("a probability of " + probability);
    }
    if (!isUncertain()) {
      return value;
    }
    return switch (distribution) {
      case UNIFORM -> from + probability * (to - from);
      case TRIANGULAR -> triangular(probability);
    };
  }

  private double triangular(double probability) {
    double width = to - from;
    double below = (value - from) / width;
    return probability < below
        ? from + Math.sqrt(probability * width * (value - from))
        : to - Math.sqrt((1 - probability) * width * (to - value));
  }

  /**
   * {@return whether it should have a source and has none; an exact 0 or 1 was not stated, or says
   * that there is none}
   */
  public boolean lacksSource() {
    return source.isEmpty() && (isUncertain() || (value != 0 && value != 1));
  }
}
