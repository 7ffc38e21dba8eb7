package org.foretell.study.surface;

import org.foretell.study.description.Estimate;

/**
 * A factor as a coordinate of a surface: -1 at its lower bound and 1 at its upper one, in a
 * straight line of the factor, or of its inverse where times are nearer to a straight line in that.
 * Times are nearly linear in latencies, and in the inverse of bandwidths.
 *
 * @param name of the variable
 * @param from least factor, above 0
 * @param to greatest factor, above {@code from}
 * @param isInverse whether the coordinate is linear in the inverse of the factor
 */
public record Axis(String name, double from, double to, boolean isInverse) {
  /** Checks the bounds. */
  public Axis {
    if (!(from > 0 && from < to) || Double.isInfinite(to)) {
      throw new IllegalArgumentException("factors of " + name + " from " + from + " to " + to);
    }
  }

  /**
   * {@return the axis in which a time at both bounds and at a factor between them is nearer to a
   * straight line}
   *
   * @param name of the variable
   * @param factor its bounds and its value between them
   * @param atFrom time at the lower bound
   * @param atValue time at the value
   * @param atTo time at the upper bound
   */
  public static Axis straightest(
      String name, Estimate factor, double atFrom, double atValue, double atTo) {
    Axis plain = new Axis(name, factor.from(), factor.to(), false);
    Axis inverse = new Axis(name, factor.from(), factor.to(), true);
    return plain.bend(factor.value(), atFrom, atValue, atTo)
            <= inverse.bend(factor.value(), atFrom, atValue, atTo)
        ? plain
        : inverse;
  }

  private double bend(double value, double atFrom, double atValue, double atTo) {
    double share = (coordinate(value) + 1) / 2;
    return Math.abs(atFrom + share * (atTo - atFrom) - atValue);
  }

  /**
   * {@return the coordinate of a factor}
   *
   * @param factor above 0; beyond the bounds too
   */
  public double coordinate(double factor) {
    double share =
        isInverse ? (1 / factor - 1 / from) / (1 / to - 1 / from) : (factor - from) / (to - from);
    return 2 * share - 1;
  }
}
