package org.foretell.procurement.decision;

/** Quantiles of values. */
public final class Quantiles {
  private Quantiles() {}

  /**
   * {@return a quantile, by linear interpolation between order statistics (type 7 of Hyndman and
   * Fan)}
   *
   * @param sorted values from the least, at least one
   * @param probability 0 to 1
   */
  public static double of(double[] sorted, double probability) {
    double place = probability * (sorted.length - 1);
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
