package org.foretell.calibration.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.foretell.calibration.measurement.Sample;

/**
 * Finds break points. It considers all divisions of the sizes into segments, by dynamic programming
 * over the last cut (Bellman 1961). The Bayesian information criterion (Schwarz 1978) decides the
 * number of segments, with a known usual size of errors: that of the fit with the most segments, by
 * its median. The loss of a point grows logarithmically if it is far off, and a segment has at
 * least three sizes, so a single outlier does not make a segment.
 *
 * <p>Time is quadratic in the number of sizes, which is about twenty.
 */
public final class BreakPoints {
  /** Times repeat no better, however good the clock is. */
  private static final double LEAST_NOISE = 0.01;

  private static final double FIRST_NOISE = 0.03;

  /** The median of a normal error is that much less than its deviation. */
  private static final double MEDIAN_TO_DEVIATION = 1.4826;

  /** Beyond that many deviations a point is an outlier, which counts less. */
  private static final double OUTLIER = 3;

  private static final int LEAST_SIZES = 3;

  /** Latency, time per byte, and where it begins. */
  private static final int PARAMETERS = 3;

  private final List<Sample> samples;

  /** Index of the first sample of each size, and the number of samples at its end. */
  private final int[] starts;

  private BreakPoints(List<Sample> unsorted) {
    samples = unsorted.stream().sorted(Comparator.comparingLong(Sample::bytes)).toList();
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("there are no samples");
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      if (i == 0 || samples.get(i).bytes() != samples.get(i - 1).bytes()) {
        found.add(i);
      }
    }
    found.add(samples.size());
    starts = found.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Fits samples.
   *
   * @param samples at least one, in any order
   * @param mostSegments the bound of the number of segments, at least 1
   * @return the fit with the least information criterion
   */
  public static PiecewiseFit fitted(List<Sample> samples, int mostSegments) {
    return new BreakPoints(samples).best(mostSegments);
  }

  private PiecewiseFit best(int mostSegments) {
    if (mostSegments < 1) {
      throw new IllegalArgumentException("at least one segment, not " + mostSegments);
    }
    int most = Math.max(1, Math.min(mostSegments, sizes() / LEAST_SIZES));
    PiecewiseFit richest = cut(most, FIRST_NOISE)[most];
    double noise = Math.max(LEAST_NOISE, MEDIAN_TO_DEVIATION * richest.medianError());
    PiecewiseFit[] fits = cut(most, noise);
    PiecewiseFit best = fits[1];
    double least = criterion(best, noise);
    for (int segments = 2; segments <= most; segments++) {
      double next = criterion(fits[segments], noise);
      if (next < least) {
        least = next;
        best = fits[segments];
      }
    }
    return best;
  }

  private int sizes() {
    return starts.length - 1;
  }

  private double criterion(PiecewiseFit fit, double noise) {
    double loss = 0;
    for (Residual residual : fit.residuals()) {
      loss += loss(residual.relative(), noise);
    }
    return loss + (PARAMETERS * fit.segments().size() - 1) * Math.log(samples.size());
  }

  private static double loss(double error, double noise) {
    double scaled = Math.abs(error) / noise;
    return scaled <= OUTLIER
        ? scaled * scaled
        : OUTLIER * OUTLIER * (1 + 2 * Math.log(scaled / OUTLIER));
  }

  /** The best cuts into one segment, two, and so on; by their number, from 1. */
  private PiecewiseFit[] cut(int most, double noise) {
    int sizes = sizes();
    Segment[][] lines = new Segment[sizes][sizes];
    double[][] losses = new double[sizes][sizes];
    int shortest = Math.min(LEAST_SIZES, sizes);
    for (int from = 0; from < sizes; from++) {
      Arrays.fill(losses[from], Double.POSITIVE_INFINITY);
      for (int to = from + shortest - 1; to < sizes; to++) {
        lines[from][to] = line(from, to, noise);
        losses[from][to] = loss(lines[from][to], from, to, noise);
      }
    }
    double[][] totals = new double[most + 1][sizes];
    int[][] lastStarts = new int[most + 1][sizes];
    totals[1] = losses[0].clone();
    for (int count = 2; count <= most; count++) {
      Arrays.fill(totals[count], Double.POSITIVE_INFINITY);
      for (int to = 0; to < sizes; to++) {
        for (int from = 1; from <= to; from++) {
          double total = totals[count - 1][from - 1] + losses[from][to];
          if (total < totals[count][to]) {
            totals[count][to] = total;
            lastStarts[count][to] = from;
          }
        }
      }
    }
    PiecewiseFit[] fits = new PiecewiseFit[most + 1];
    for (int count = 1; count <= most; count++) {
      List<Segment> segments = new ArrayList<>();
      int to = sizes - 1;
      for (int left = count; left >= 1; left--) {
        int from = lastStarts[left][to];
        segments.add(0, lines[from][to]);
        to = from - 1;
      }
      fits[count] = fit(segments);
    }
    return fits;
  }

  private PiecewiseFit fit(List<Segment> segments) {
    PiecewiseFit bare = new PiecewiseFit(segments, List.of());
    List<Residual> residuals =
        samples.stream()
            .map(one -> new Residual(one.bytes(), one.timePs(), bare.timePs(one.bytes())))
            .toList();
    return new PiecewiseFit(segments, residuals);
  }

  private Segment line(int fromSize, int toSize, double noise) {
    int start = starts[fromSize];
    int count = starts[toSize + 1] - start;
    double[] ones = new double[count];
    double[] bytes = new double[count];
    double[] times = new double[count];
    for (int i = 0; i < count; i++) {
      ones[i] = 1;
      bytes[i] = samples.get(start + i).bytes();
      times[i] = samples.get(start + i).timePs();
    }
    WeightedLines.Coefficients line = WeightedLines.fit(ones, bytes, times, noise);
    return new Segment(
        samples.get(start).bytes(), samples.get(start + count - 1).bytes(), line.a(), line.b());
  }

  private double loss(Segment segment, int fromSize, int toSize, double noise) {
    double loss = 0;
    for (int i = starts[fromSize]; i < starts[toSize + 1]; i++) {
      Sample sample = samples.get(i);
      loss += loss(segment.timePs(sample.bytes()) / sample.timePs() - 1, noise);
    }
    return loss;
  }
}
