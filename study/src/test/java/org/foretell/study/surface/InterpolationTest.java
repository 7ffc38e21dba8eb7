package org.foretell.study.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;
import org.junit.jupiter.api.Test;

class InterpolationTest {
  private static final int DIMENSIONS = 3;
  private static final double CLOSE = 1e-9;

  private final Random random = new Random(7);
  private final List<double[]> points = new ArrayList<>();

  InterpolationTest() {
    for (int i = 0; i < 60; i++) {
      points.add(random.doubles(DIMENSIONS, -1, 1).toArray());
    }
  }

  private static double height(double[] at) {
    return 3 + Math.max(at[0], 0.7 * at[1]) + 0.2 * at[2] * at[2];
  }

  private double[] heights() {
    return points.stream().mapToDouble(InterpolationTest::height).toArray();
  }

  private static Interpolation through(List<double[]> points, double[] values) {
    double[] unknown = new double[DIMENSIONS];
    Arrays.fill(unknown, Double.NaN);
    return through(points, values, unknown);
  }

  private static Interpolation through(List<double[]> points, double[] values, double[] slopes) {
    return new RadialSystem(points, values, slopes).solved();
  }

  @Test
  void surfaceMeetsAllPoints() {
    Interpolation surface = through(points, heights());
    for (double[] point : points) {
      assertThat(surface.at(point)).isEqualTo(height(point), within(CLOSE));
    }
  }

  @Test
  void planeIsExactEverywhere() {
    double[] values = points.stream().mapToDouble(at -> 2 + at[0] - 3 * at[1]).toArray();
    Interpolation surface = through(points, values);
    assertThat(surface.constant()).isEqualTo(2, within(CLOSE));
    assertThat(surface.slopes()).containsExactly(new double[] {1, -3, 0}, within(CLOSE));
    assertThat(surface.at(new double[] {5, 4, -9})).isEqualTo(-5, within(1e-7));
  }

  /** The equations as they are written down, all solved at once. */
  @Test
  void weightsSolveTheEquations() {
    int n = points.size();
    int size = n + 1 + DIMENSIONS;
    double[][] rows = new double[size][size];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rows[i][j] = Math.pow(Interpolation.distance(points.get(i), points.get(j)), 3);
      }
      rows[i][n] = 1;
      rows[n][i] = 1;
      for (int d = 0; d < DIMENSIONS; d++) {
        rows[i][n + 1 + d] = points.get(i)[d];
        rows[n + 1 + d][i] = points.get(i)[d];
      }
    }
    double[] solution =
        new QRDecomposition(new Array2DRowRealMatrix(rows))
            .getSolver()
            .solve(new ArrayRealVector(Arrays.copyOf(heights(), size)))
            .toArray();
    Interpolation surface = through(points, heights());
    assertThat(surface.weights()).containsExactly(Arrays.copyOf(solution, n), within(1e-8));
    assertThat(surface.constant()).isEqualTo(solution[n], within(1e-8));
  }

  @Test
  void slopesAtTheFirstPointAreMet() {
    double[] slopes = {0.4, Double.NaN, -0.3};
    Interpolation surface = through(points, heights(), slopes);
    for (double[] point : points) {
      assertThat(surface.at(point)).isEqualTo(height(point), within(CLOSE));
    }
    for (int d = 0; d < DIMENSIONS; d += 2) {
      double step = 1e-5;
      double[] below = points.get(0).clone();
      double[] above = points.get(0).clone();
      below[d] -= step;
      above[d] += step;
      assertThat((surface.at(above) - surface.at(below)) / (2 * step))
          .isEqualTo(slopes[d], within(1e-3));
    }
    assertThat(surface.tangent()[1]).isZero();
  }

  /** A point and its slopes are a plane. */
  @Test
  void onePointWithAllSlopesIsEnough() {
    Interpolation surface =
        through(List.of(new double[] {0.5, -0.5}), new double[] {4}, new double[] {1, 2});
    assertThat(surface.at(new double[] {1, 1})).isEqualTo(4 + 0.5 + 3, within(CLOSE));
  }

  @Test
  void surfaceThatGrowsIsTheSameToTheLastBit() {
    double[] slopes = {0.4, 0.1, -0.3};
    double[] heights = heights();
    RadialSystem grown =
        new RadialSystem(points.subList(0, 20), Arrays.copyOf(heights, 20), slopes);
    assertThat(grown.solved().points()).hasSize(20);
    for (int i = 20; i < points.size(); i++) {
      grown.add(points.get(i), heights[i]);
    }
    Interpolation whole = through(points, heights, slopes);
    assertThat(grown.solved().weights()).isEqualTo(whole.weights());
    assertThat(grown.solved().tangent()).isEqualTo(whole.tangent());
    assertThat(grown.solved().slopes()).isEqualTo(whole.slopes());
  }

  @Test
  void equalPointsAndHyperplanesAreRefused() {
    points.add(points.get(4).clone());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> through(points, heights()))
        .withMessageContaining("equal");
    points.forEach(point -> point[2] = 0.5);
    points.remove(points.size() - 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> through(points, heights()))
        .withMessageContaining("hyperplane");
    assertThatIllegalArgumentException().isThrownBy(() -> through(List.of(), new double[0]));
  }
}
