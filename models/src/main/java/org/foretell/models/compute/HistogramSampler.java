package org.foretell.models.compute;

import java.util.Arrays;
import java.util.List;
import org.foretell.time.Ps;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.DurationHistogram.Bin;
import umontreal.ssj.rng.RandomStream;

/**
 * Draws from a histogram: a bin by its count, then a duration of the bin. Within a bin the density
 * is one constant from the minimum to the mean and another from the mean to the maximum, with the
 * share of the lower part, {@code (max - mean) / (max - min)}, that keeps the bin's mean. Two
 * numbers of the stream for each draw.
 */
final class HistogramSampler {
  private final List<Bin> bins;
  private final double[] countUpTo;

  HistogramSampler(DurationHistogram histogram) {
    bins = histogram.bins().stream().filter(bin -> bin.count() > 0).toList();
    countUpTo = new double[bins.size()];
    double count = 0;
    for (int i = 0; i < countUpTo.length; i++) {
      count += bins.get(i).count();
      countUpTo[i] = count;
    }
  }

  long drawPs(RandomStream stream) {
    double number = stream.nextDouble() * countUpTo[countUpTo.length - 1];
    int found = Arrays.binarySearch(countUpTo, number);
    Bin bin = bins.get(found < 0 ? -1 - found : found);
    double share = stream.nextDouble();
    if (bin.minPs() == bin.maxPs()) {
      return bin.meanPs();
    }
    double lower = (double) (bin.maxPs() - bin.meanPs()) / (bin.maxPs() - bin.minPs());
    return share < lower
        ? Ps.round(bin.minPs() + share / lower * (bin.meanPs() - bin.minPs()))
        : Ps.round(bin.meanPs() + (share - lower) / (1 - lower) * (bin.maxPs() - bin.meanPs()));
  }
}
