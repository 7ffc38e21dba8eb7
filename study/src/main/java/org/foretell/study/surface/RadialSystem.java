package org.foretell.study.surface;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * The equations of an {@link Interpolation}, which grow by a point at a time. As many conditions as
 * there are unknowns in the linear part, the base, are eliminated; what is left is symmetric and
 * positive definite, so that its Cholesky factor grows by a row for each further condition.
 *
 * <p>G. Wahba, "Spline Models for Observational Data", 1990, on conditions that annihilate the
 * linear part. A further point and a solution cost {@code n^2} each for {@code n} points. For one
 * thread.
 */
final class RadialSystem {
  /** What is so small is rounding, and two of the points are equal. */
  private static final double SINGULAR = 1e-13;

  private static final int VALUE = -1;

  private final int dimensions;
  private final int[] sloped;
  private final List<double[]> points = new ArrayList<>();
  private final List<Condition> base = new ArrayList<>();
  private final List<Condition> others = new ArrayList<>();
  private final List<double[]> factor = new ArrayList<>();
  private final List<Double> reduced = new ArrayList<>();
  private final RealMatrix inverse;
  private final double[][] ofBase;
  private double greatest = 1;

  /**
   * What the surface has to meet: a value, or a slope at the first point.
   *
   * @param point its number
   * @param at its place
   * @param coordinate of the slope, or {@link #VALUE}
   * @param value height or slope
   * @param toBase what the base says in its stead about linear surfaces; empty if it is in the base
   * @param ofBase its kernel with each of the base
   */
  private record Condition(
      int point, double[] at, int coordinate, double value, double[] toBase, double[] ofBase) {
    static Condition bare(int point, double[] at, int coordinate, double value) {
      return new Condition(point, at, coordinate, value, new double[0], new double[0]);
    }

    /** What it is of the linear functions 1, x, y, .. */
    double[] linear() {
      double[] linear = new double[at.length + 1];
      if (coordinate == VALUE) {
        linear[0] = 1;
        System.arraycopy(at, 0, linear, 1, at.length);
      } else {
        linear[coordinate + 1] = 1;
      }
      return linear;
    }

    double kernel(Condition other) {
      if (coordinate != VALUE && other.coordinate != VALUE) {
        return 0;
      }
      double distance = Interpolation.distance(at, other.at);
      if (coordinate == VALUE && other.coordinate == VALUE) {
        return distance * distance * distance;
      }
      return coordinate == VALUE
          ? -3 * distance * (at[other.coordinate] - other.at[other.coordinate])
          : -3 * distance * (other.at[coordinate] - at[coordinate]);
    }
  }

  /**
   * The equations of points.
   *
   * @param points at least one
   * @param values one for each
   * @param slopesAtFirst by coordinate; NaN where it is not known
   * @throws IllegalArgumentException if points are equal, or all in a hyperplane
   */
  RadialSystem(List<double[]> points, double[] values, double[] slopesAtFirst) {
    if (points.isEmpty() || points.size() != values.length) {
      throw new IllegalArgumentException(points.size() + " points, " + values.length + " values");
    }
    dimensions = points.get(0).length;
    sloped = IntStream.range(0, dimensions).filter(d -> !Double.isNaN(slopesAtFirst[d])).toArray();
    List<Condition> all = new ArrayList<>();
    for (int point = 0; point < values.length; point++) {
      double[] at = points.get(point).clone();
      this.points.add(at);
      all.add(Condition.bare(point, at, VALUE, values[point]));
      if (point == 0) {
        for (int d : sloped) {
          all.add(Condition.bare(point, at, d, slopesAtFirst[d]));
        }
      }
    }
    chooseBase(all);
    int size = dimensions + 1;
    ofBase = new double[size][size];
    double[][] linear = new double[size][];
    for (int i = 0; i < size; i++) {
      linear[i] = base.get(i).linear();
      for (int j = 0; j < size; j++) {
        ofBase[i][j] = base.get(i).kernel(base.get(j));
        greatest = Math.max(greatest, Math.abs(ofBase[i][j]));
      }
    }
    inverse = new QRDecomposition(new Array2DRowRealMatrix(linear, false)).getSolver().getInverse();
    all.removeAll(base);
    all.forEach(this::add);
  }

  /** The first point with its slopes, and then always the one that is farthest from all so far. */
  private void chooseBase(List<Condition> all) {
    List<double[]> left = new ArrayList<>();
    all.forEach(one -> left.add(one.linear()));
    for (int chosen = 0; chosen <= dimensions; chosen++) {
      int most = chosen <= sloped.length ? chosen : farthest(left);
      double[] direction = left.get(most).clone();
      double square = dot(direction, direction);
      if (!(square > SINGULAR)) {
        throw singular();
      }
      base.add(all.get(most));
      for (double[] one : left) {
        double share = dot(one, direction) / square;
        for (int d = 0; d < one.length; d++) {
          one[d] -= share * direction[d];
        }
      }
      Arrays.fill(left.get(most), 0);
    }
  }

  private static int farthest(List<double[]> left) {
    int most = 0;
    for (int i = 1; i < left.size(); i++) {
      if (dot(left.get(i), left.get(i)) > dot(left.get(most), left.get(most))) {
        most = i;
      }
    }
    return most;
  }

  private static IllegalArgumentException singular() {
    return new IllegalArgumentException("points that are equal, or all in one hyperplane");
  }

  /** {@return the points so far, in their order, for reading only} */
  List<double[]> points() {
    return points;
  }

  /**
   * Adds a point.
   *
   * @param at which
   * @param value height there
   * @throws IllegalArgumentException if it is equal to another one
   */
  void add(double[] at, double value) {
    double[] copy = at.clone();
    add(Condition.bare(points.size(), copy, VALUE, value));
    points.add(copy);
  }

  private void add(Condition bare) {
    int size = dimensions + 1;
    double[] own = new double[size];
    for (int i = 0; i < size; i++) {
      own[i] = bare.kernel(base.get(i));
      greatest = Math.max(greatest, Math.abs(own[i]));
    }
    // The same of all linear functions as the base with these weights.
    double[] toBase = inverse.preMultiply(bare.linear());
    Condition one = new Condition(bare.point, bare.at, bare.coordinate, bare.value, toBase, own);
    double[] throughBase = new double[size];
    for (int i = 0; i < size; i++) {
      throughBase[i] = dot(ofBase[i], toBase);
    }
    int row = others.size();
    double[] next = new double[row + 1];
    double rest = bare.value;
    for (int i = 0; i < size; i++) {
      rest -= toBase[i] * base.get(i).value;
    }
    for (int column = 0; column <= row; column++) {
      Condition other = column < row ? others.get(column) : one;
      double kernel =
          one.kernel(other)
              - dot(other.toBase, own)
              - dot(toBase, other.ofBase)
              + dot(other.toBase, throughBase);
      double[] before = column < row ? factor.get(column) : next;
      for (int i = 0; i < column; i++) {
        kernel -= next[i] * before[i];
      }
      if (column < row) {
        next[column] = kernel / before[column];
        rest -= next[column] * reduced.get(column);
      } else if (kernel > SINGULAR * greatest) {
        next[row] = Math.sqrt(kernel);
      } else {
        throw singular();
      }
    }
    others.add(one);
    factor.add(next);
    reduced.add(rest / next[row]);
  }

  /** {@return the surface through all points so far} */
  Interpolation solved() {
    int size = dimensions + 1;
    double[] weights = reduced.stream().mapToDouble(Double::doubleValue).toArray();
    for (int row = weights.length - 1; row >= 0; row--) {
      double[] ofRow = factor.get(row);
      weights[row] /= ofRow[row];
      for (int i = 0; i < row; i++) {
        weights[i] -= ofRow[i] * weights[row];
      }
    }
    double[] ofPoints = new double[points.size()];
    double[] tangent = new double[sloped.length == 0 ? 0 : dimensions];
    double[] baseWeights = new double[size];
    double[] heights = new double[size];
    for (int i = 0; i < weights.length; i++) {
      Condition one = others.get(i);
      note(one, weights[i], ofPoints, tangent);
      for (int j = 0; j < size; j++) {
        baseWeights[j] -= weights[i] * one.toBase[j];
        heights[j] -= weights[i] * one.ofBase[j];
      }
    }
    for (int j = 0; j < size; j++) {
      note(base.get(j), baseWeights[j], ofPoints, tangent);
      heights[j] += base.get(j).value - dot(ofBase[j], baseWeights);
    }
    return new Interpolation(
        points.toArray(double[][]::new), ofPoints, tangent, inverse.operate(heights));
  }

  private static void note(Condition one, double weight, double[] ofPoints, double[] tangent) {
    if (one.coordinate == VALUE) {
      ofPoints[one.point] = weight;
    } else {
      tangent[one.coordinate] = weight;
    }
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }
}
