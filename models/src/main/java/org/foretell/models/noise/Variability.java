package org.foretell.models.noise;

import java.util.Locale;
import org.foretell.model.ParameterException;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import umontreal.ssj.probdist.ContinuousDistribution;
import umontreal.ssj.probdist.ExponentialDist;
import umontreal.ssj.probdist.GammaDist;
import umontreal.ssj.probdist.LognormalDist;
import umontreal.ssj.probdist.NormalDist;
import umontreal.ssj.probdist.UniformDist;
import umontreal.ssj.randvar.GammaAcceptanceRejectionGen;
import umontreal.ssj.randvar.RandomVariateGen;
import umontreal.ssj.rng.RandomStream;

/**
 * A distribution of values that are never negative, given by its mean and its coefficient of
 * variation (standard deviation over mean). Immutable.
 *
 * @param shape which family
 * @param mean above 0
 * @param variation coefficient of variation, above 0; 1 for an exponential distribution
 */
public record Variability(Shape shape, double mean, double variation) {
  /** A family of distributions. */
  public enum Shape {
    /** With a tail that {@code variation} sets; similar to many measured run times. */
    LOGNORMAL(10),
    /** Symmetric for small variations, exponential at 1. */
    GAMMA(10),
    /** Symmetric; cut at 0. */
    NORMAL(1 / 3.0),
    /** Between two bounds. */
    UNIFORM(1 / Math.sqrt(3)),
    /** Without memory; its variation is 1. */
    EXPONENTIAL(1);

    private final double most;

    Shape(double most) {
      this.most = most;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks the figures.
   *
   * @throws ParameterException if the shape does not allow them
   */
  public Variability {
    if (!(mean > 0) || Double.isInfinite(mean)) {
      throw new ParameterException("the mean must be above 0, but is " + mean);
    }
    if (!(variation > 0) || variation > shape.most) {
      throw new ParameterException(
          String.format(
              Locale.US,
              "%s takes a coefficient of variation above 0%% and up to %.4g%%, but it is %.4g%%%s",
              shape.text(),
              100 * shape.most,
              100 * variation,
              shape == Shape.NORMAL || shape == Shape.UNIFORM
                  ? "; beyond that it would be negative, choose lognormal or gamma"
                  : ""));
    }
  }

  /**
   * Parses factors of mean 1.
   *
   * @param text such as {@code lognormal:5%} or {@code exponential}
   * @return a distribution without unit
   * @throws ParameterException if the text has another form
   */
  public static Variability parseFactor(String text) {
    int colon = text.indexOf(':');
    Shape shape = shape(colon < 0 ? text : text.substring(0, colon));
    if (shape == Shape.EXPONENTIAL && colon < 0) {
      return new Variability(shape, 1, 1);
    }
    if (shape == Shape.EXPONENTIAL || colon < 0) {
      throw wrong(text, shape == Shape.EXPONENTIAL ? "exponential" : shape.text() + ":5%");
    }
    return new Variability(shape, 1, percentage(text, text.substring(colon + 1)));
  }

  /**
   * Parses delays; their mean is in picoseconds.
   *
   * @param text such as {@code exponential:2us} or {@code lognormal:2us,50%}
   * @return a distribution of picoseconds
   * @throws ParameterException if the text has another form
   */
  public static Variability parseDelay(String text) {
    int colon = text.indexOf(':');
    Shape shape = shape(colon < 0 ? text : text.substring(0, colon));
    String example = shape.text() + (shape == Shape.EXPONENTIAL ? ":2us" : ":2us,30%");
    String[] figures = colon < 0 ? new String[0] : text.substring(colon + 1).split(",", -1);
    if (figures.length != (shape == Shape.EXPONENTIAL ? 1 : 2)) {
      throw wrong(text, example);
    }
    double meanPs = Quantity.parseTimePs(figures[0].strip());
    return new Variability(
        shape, meanPs, figures.length == 1 ? 1 : percentage(text, figures[1].strip()));
  }

  private static Shape shape(String name) {
    for (Shape shape : Shape.values()) {
      if (shape.text().equals(name)) {
        return shape;
      }
    }
    throw new ParameterException(
        "there is no distribution \""
            + name
            + "\"; known: lognormal, gamma, normal, uniform, exponential");
  }

  private static double percentage(String whole, String text) {
    if (text.matches("\\d{1,6}(\\.\\d{1,9})?%")) {
      return Double.parseDouble(text.substring(0, text.length() - 1)) / 100;
    }
    throw new ParameterException(
        whole
            + ": the coefficient of variation is \""
            + text
            + "\"; write a percentage, such as 5%");
  }

  private static ParameterException wrong(String text, String example) {
    return new ParameterException(text + ": is not understood; write for example " + example);
  }

  /** Creates a generator for each stream. */
  RandomVariateGen[] generators(RandomStream[] streams) {
    ContinuousDistribution distribution = distribution();
    RandomVariateGen[] generators = new RandomVariateGen[streams.length];
    for (int i = 0; i < streams.length; i++) {
      generators[i] =
          distribution instanceof GammaDist gamma
              // Inversion would take a hundred times as long.
              ? new GammaAcceptanceRejectionGen(streams[i], gamma)
              : new RandomVariateGen(streams[i], distribution);
    }
    return generators;
  }

  ContinuousDistribution distribution() {
    double deviation = mean * variation;
    switch (shape) {
      case LOGNORMAL -> {
        double variance = Math.log1p(variation * variation);
        return new LognormalDist(Math.log(mean) - variance / 2, Math.sqrt(variance));
      }
      case GAMMA -> {
        double alpha = 1 / (variation * variation);
        return new GammaDist(alpha, alpha / mean);
      }
      case NORMAL -> {
        return new NormalDist(mean, deviation);
      }
      case UNIFORM -> {
        double halfWidth = deviation * Math.sqrt(3);
        return new UniformDist(Math.max(0, mean - halfWidth), mean + halfWidth);
      }
      case EXPONENTIAL -> {
        return new ExponentialDist(1 / mean);
      }
    }
    throw new AssertionError(shape);
  }

  /** Returns the text form for factors. */
  String factorText() {
    return shape == Shape.EXPONENTIAL ? shape.text() : shape.text() + ":" + percent();
  }

  /** Returns the text form for delays. */
  String delayText() {
    String meanText = Quantity.formatTime(Ps.round(mean)).replace(" ", "");
    return shape.text() + ":" + meanText + (shape == Shape.EXPONENTIAL ? "" : "," + percent());
  }

  private String percent() {
    return String.format(Locale.US, "%.4g", 100 * variation).replaceAll("\\.?0+$", "") + "%";
  }
}
