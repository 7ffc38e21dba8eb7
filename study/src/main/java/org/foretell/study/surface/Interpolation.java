package org.foretell.study.surface;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealVector;

/**
 * A smooth surface through given points: cubic radial basis functions and a linear part, {@code
 * s(x) = sum_i w_i |x - x_i|^3 + b + a x}. It meets all points, is exact where the values are
 * linear, and does not depend on the order of the points but for rounding.
 *
 * <p>M. J. D. Powell, "The theory of radial basis function approximation in 1990", 1992. Making one
 * costs {@code n^3} for {@code n} points, a value {@code n}. Immutable.
 */
public final class Interpolation {
  private final double[][] points;
  private final double[] weights;
  private final double constant;
  private final double[] slopes;

  private Interpolation(double[][] points, double[] solution) {
    this.points = points;
    int dimensions = points[0].length;
    weights = Arrays.copyOf(solution, points.length);
    constant = solution[points.length];
    slopes = Arrays.copyOfRange(solution, points.length + 1, points.length + 1 + dimensions);
  }

  /**
   * {@return the surface through points}
   *
   * @param points all different, not all in one hyperplane, with the same number of coordinates, of
   *     about the size of 1
   * @param values one for each
   * @throws IllegalArgumentException if there is no such surface, or more than one
   */
  public static Interpolation through(List<double[]> points, double[] values) {
    if (points.isEmpty() || points.size() != values.length) {
      throw new IllegalArgumentException(points.size() + " points, " + values.length + " values");
    }
    int n = points.size();
    double[][] copy = points.stream().map(double[]::clone).toArray(double[][]::new);
    int dimensions = copy[0].length;
    int size = n + 1 + dimensions;
    double[][] rows = new double[size][size];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rows[i][j] = cubed(copy[i], copy[j]);
      }
      rows[i][n] = 1;
      rows[n][i] = 1;
      for (int d = 0; d < dimensions; d++) {
        rows[i][n + 1 + d] = copy[i][d];
        rows[n + 1 + d][i] = copy[i][d];
      }
    }
    RealVector right = new ArrayRealVector(Arrays.copyOf(values, size));
    QRDecomposition solver = new QRDecomposition(new Array2DRowRealMatrix(rows, false), 1e-14);
    if (!solver.getSolver().isNonSingular()) {
      throw new IllegalArgumentException("points that are equal, or all in one hyperplane");
    }
    return new Interpolation(copy, solver.getSolver().solve(right).toArray());
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
      value += weights[i] * cubed(points[i], at);
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

  /** {@return the constant part} */
  public double constant() {
    return constant;
  }

  /** {@return the linear part, by coordinate} */
  public double[] slopes() {
    return slopes.clone();
  }

  private static double cubed(double[] one, double[] other) {
    double square = 0;
    for (int d = 0; d < one.length; d++) {
      double difference = one[d] - other[d];
      square += difference * difference;
    }
    return square * Math.sqrt(square);
  }
}
