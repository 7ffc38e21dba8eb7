package org.foretell.study.description;

import java.util.List;
import java.util.Optional;
import umontreal.ssj.probdist.BetaDist;
import umontreal.ssj.probdist.NormalDist;

/**
 * A figure of a study, and what else it may be: any value between two bounds, or one of a list.
 *
 * @param value the figure
 * @param from least that it may be, at most {@code value}
 * @param to most that it may be, at least {@code value}
 * @param distribution how likely the values between the bounds are
 * @param values all that it may be, {@code value} first, for {@link Distribution#LISTED}; none
 *     otherwise
 * @param source of the figure; empty without one
 */
public record Estimate(
    double value,
    double from,
    double to,
    Distribution distribution,
    List<Listed> values,
    Optional<String> source) {
  /** The bounds are this many standard deviations apart before what is beyond them is cut off. */
  private static final double DEVIATIONS = 4;

  /** Share of the width that PERT gives to the most likely value. */
  private static final double PERT_WEIGHT = 4;

  /** How likely the values between two bounds are. */
  public enum Distribution {
    /** All equally likely. */
    UNIFORM,
    /** Most likely the figure itself, less and less towards the bounds, in straight lines. */
    TRIANGULAR,
    /**
     * Normal around the figure, with a quarter of the distance of the bounds as standard deviation;
     * what is beyond the bounds is cut off.
     */
    NORMAL,
    /** Its logarithm is as {@link #NORMAL} has it; bounds above 0. */
    LOGNORMAL,
    /** A beta distribution with the figure as its mode, as project planners use it. */
    PERT,
    /** One of a list, nothing between them. */
    LISTED
  }

  /**
   * A value of a list.
   *
   * @param value the value
   * @param probability of it, above 0; those of a list add up to 1
   */
  public record Listed(double value, double probability) {}

  /** Checks the bounds and the list. */
  public Estimate {
    values = List.copyOf(values);
    if (!(from <= value && value <= to) || Double.isInfinite(from) || Double.isInfinite(to)) {
      throw new IllegalArgumentException(value + " is not between " + from + " and " + to);
    }
    if ((distribution == Distribution.LISTED) == values.isEmpty()) {
      throw new IllegalArgumentException("a list of values is for a figure that is one of them");
    }
    if (distribution == Distribution.LOGNORMAL && !(from > 0)) {
      throw new IllegalArgumentException("a lognormal distribution from " + from);
    }
  }

  /**
   * A figure between bounds.
   *
   * @param value the figure
   * @param from least that it may be, at most {@code value}
   * @param to most that it may be, at least {@code value}
   * @param distribution how likely the values between the bounds are, not one of a list
   * @param source of the figure; empty without one
   */
  public Estimate(
      double value, double from, double to, Distribution distribution, Optional<String> source) {
    this(value, from, to, distribution, List.of(), source);
  }

  /**
   * {@return a figure without bounds or source}
   *
   * @param value of it
   */
  public static Estimate exactly(double value) {
    return new Estimate(value, value, value, Distribution.UNIFORM, Optional.empty());
  }

  /**
   * {@return a figure that is one of a list; the first one is the stated value}
   *
   * @param values at least one, with probabilities that add up to 1
   * @param source of the figure; empty without one
   */
  public static Estimate oneOf(List<Listed> values, Optional<String> source) {
    return new Estimate(
        values.get(0).value,
        values.stream().mapToDouble(Listed::value).min().orElseThrow(),
        values.stream().mapToDouble(Listed::value).max().orElseThrow(),
        Distribution.LISTED,
        values,
        source);
  }

  /** {@return whether it may be more than one value} */
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
    double quantile =
        switch (distribution) {
          case UNIFORM -> from + probability * (to - from);
          case TRIANGULAR -> triangular(probability);
          case NORMAL -> normal(value, from, to, probability);
          case LOGNORMAL ->
              Math.exp(normal(Math.log(value), Math.log(from), Math.log(to), probability));
          case PERT -> from + (to - from) * pert(probability);
          case LISTED -> listed(probability);
        };
    return Math.min(to, Math.max(from, quantile));
  }

  private double triangular(double probability) {
    double width = to - from;
    double below = (value - from) / width;
    return probability < below
        ? from + Math.sqrt(probability * width * (value - from))
        : to - Math.sqrt((1 - probability) * width * (to - value));
  }

  private static double normal(double mean, double least, double most, double probability) {
    double deviation = (most - least) / DEVIATIONS;
    double below = NormalDist.cdf01((least - mean) / deviation);
    double within = NormalDist.cdf01((most - mean) / deviation) - below;
    return mean + deviation * NormalDist.inverseF01(below + probability * within);
  }

  private double pert(double probability) {
    double mode = (value - from) / (to - from);
    return new BetaDist(1 + PERT_WEIGHT * mode, 1 + PERT_WEIGHT * (1 - mode)).inverseF(probability);
  }

  private double listed(double probability) {
    return values.get(numberOf(probability, values.stream().map(Listed::probability).toList()))
        .value;
  }

  /** The number of an element of a list with probabilities, from 0. */
  static int numberOf(double probability, List<Double> probabilities) {
    double sum = 0;
    for (int number = 0; number < probabilities.size() - 1; number++) {
      sum += probabilities.get(number);
      if (probability < sum) {
        return number;
      }
    }
    return probabilities.size() - 1;
  }

  /**
   * {@return whether it should have a source and has none; an exact 0 or 1 was not stated, or says
   * that there is none}
   */
  public boolean lacksSource() {
    return source.isEmpty() && (isUncertain() || (value != 0 && value != 1));
  }
}
