package org.foretell.generators.program.duration;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.foretell.trace.DurationHistogram;

/** Distributions as a few values that are equally likely. */
public final class Quantiles {
  private Quantiles() {}

  /**
   * The means of equal parts of sorted values; the mean of all is kept, and made 1.
   *
   * @param sorted from small to large; a part of them may belong to two parts
   * @param number of parts; without values there is none
   */
  public static double[] meansOf(double[] sorted, int number) {
    double[] means = new double[sorted.length == 0 ? 0 : number];
    double size = (double) sorted.length / number;
    for (int part = 0; part < means.length; part++) {
      means[part] = sumOf(sorted, part * size, (part + 1) * size) / size;
    }
    double mean = Arrays.stream(means).average().orElse(1);
    return Arrays.stream(means).map(m -> mean == 0 ? 1 : m / mean).toArray();
  }

  private static double sumOf(double[] values, double from, double to) {
    double sum = 0;
    for (int i = (int) from; i < values.length && i < to; i++) {
      sum += values[i] * (Math.min(i + 1, to) - Math.max(i, from));
    }
    return sum;
  }

  /** Equally likely factors of a histogram's mean; their mean is 1. */
  public static double[] meansOf(DurationHistogram histogram, int number) {
    List<DurationHistogram.Bin> bins =
        histogram.bins().stream()
            .filter(b -> b.count() > 0)
            .sorted(Comparator.comparingLong(DurationHistogram.Bin::meanPs))
            .toList();
    double all = (double) histogram.count();
    double[] fine = new double[64 * number];
    double before = 0;
    int at = 0;
    for (DurationHistogram.Bin bin : bins) {
      before += bin.count();
      int end = (int) Math.round(before / all * fine.length);
      Arrays.fill(fine, at, Math.max(at, end), (double) bin.meanPs());
      at = Math.max(at, end);
    }
    return meansOf(fine, number);
  }
}
