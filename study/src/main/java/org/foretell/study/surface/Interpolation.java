package org.foretell.study.surface;

import java.util.Arrays;
import java.util.List;

/**
 * A smooth surface through given points: cubic radial basis functions and a linear part, {@code
 * s(x) = sum_i w_i |x - x_i|^3 + b + a x}. It meets all points, is exact where the values are
 * linear, and does not depend on the order of the points but for rounding. At the first point it
 * may have given slopes as well; then {@code - 3 |x - x_1| v (x - x_1)} is part of it (Hermite
 * interpolation).
 *
 * <p>M. J. D. Powell, "The theory of radial basis function approximation in 1990", 1992. Making one
 * costs {@code n^3} for {@code n} points, a value {@code n}. Immutable.
 */
public final class Interpolation {
  private final double[][] points;
  private final double[] weights;
  private final double[] tangent;
  private final double constant;
  private final double[] slopes;

  /**
   * A surface that is known.
   *
   * @param points for reading only
   * @param weights one for each point
   * @param tangent weights of the slopes at the first point, by coordinate; none without slopes
   * @param linear the constant part, and then the slopes of the linear one
   */
  Interpolation(double[][] points, double[] weights, double[] tangent, double[] linear) {
    this.points = points;
    this.weights = weights;
    this.tangent = tangent;
    constant = linear[0];
    slopes = Arrays.copyOfRange(linear, 1, linear.length);
  }

  /** {@return how many coordinates a point has} */
  public int dimensions() {
    return slopes.length;
  }

  /**
   * {@return the height of the surface}
   *
   * @param at as many coordinates as the points have
   */
  public double at(double[] at) {
    if (at.length != slopes.length) {
      throw new IllegalArgumentException(
          at.length + " coordinates for a surface of " + slopes.length);
    }
    double value = constant;
    for (int d = 0; d < slopes.length; d++) {
      value += slopes[d] * at[d];
    }
    for (int i = 0; i < points.length; i++) {
      value += weights[i] * cubed(distance(points[i], at));
    }
    if (tangent.length > 0) {
      double pull = 0;
      for (int d = 0; d < tangent.length; d++) {
        pull += tangent[d] * (at[d] - points[0][d]);
      }
      value -= 3 * distance(points[0], at) * pull;
    }
    return value;
  }

  /** {@return copies of the points} */
  public List<double[]> points() {
    return Arrays.stream(points).map(double[]::clone).toList();
  }

  /** {@return the weight of each point} */
  public double[] weights() {
    return weights.clone();
  }

  /** {@return the weights of the slopes at the first point, by coordinate; none without slopes} */
  public double[] tangent() {
    return tangent.clone();
  }

  /** {@return the constant part} */
  public double constant() {
    return constant;
  }

  /** {@return the linear part, by coordinate} */
  public double[] slopes() {
    return slopes.clone();
  }

  static double distance(double[] one, double[] other) {
    double square = 0;
    for (int d = 0; d < one.length; d++) {
      double difference = one[d] - other[d];
      square += difference * difference;
    }
    return Math.sqrt(square);
  }

  private static double cubed(double distance) {
    return distance * distance * distance;
  }
}
