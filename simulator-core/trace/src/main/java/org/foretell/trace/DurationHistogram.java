package org.foretell.trace;

import java.util.List;

/**
 * The durations of the bursts of one call site, binned.
 *
 * @param id at least 0
 * @param bins at least one, not all empty; times in picoseconds on the traced machine
 */
public record DurationHistogram(int id, List<Bin> bins) {
  /**
   * One bin.
   *
   * @param count number of bursts, at least 0
   * @param minPs shortest
   * @param meanPs mean, between shortest and longest
   * @param maxPs longest
   */
  public record Bin(long count, long minPs, long meanPs, long maxPs) {
    /** Checks the order of minimum, mean and maximum. */
    public Bin {
      if (count < 0 || minPs < 0 || minPs > meanPs || meanPs > maxPs) {
        throw new IllegalArgumentException(
            "histogram bin must have count >= 0 and 0 <= min <= mean <= max, but has count "
                + count
                + ", min "
                + minPs
                + ", mean "
                + meanPs
                + ", max "
                + maxPs
                + " ps");
      }
    }
  }

  /** Checks that the bins are not all empty, and that their total does not overflow. */
  public DurationHistogram {
    bins = List.copyOf(bins);
    long count = 0;
    for (Bin bin : bins) {
      if (bin.count() > Long.MAX_VALUE - count) {
        throw new IllegalArgumentException(
            "the bins of histogram " + id + " count more than " + Long.MAX_VALUE + " bursts");
      }
      count += bin.count();
    }
    if (bins.stream().noneMatch(bin -> bin.count() > 0)) {
      throw new IllegalArgumentException("histogram " + id + " has no filled bin");
    }
  }

  /** {@return the number of bursts over all bins} */
  public long count() {
    return bins.stream().mapToLong(Bin::count).sum();
  }

  /** {@return the mean over all bins, weighted by their counts, rounded half up} */
  public long meanPs() {
    double sum = 0;
    for (Bin bin : bins) {
      sum += (double) bin.count() * bin.meanPs();
    }
    return (long) (sum / count() + 0.5);
  }

  /** {@return the longest burst of the filled bins} */
  public long maxPs() {
    return bins.stream().filter(b -> b.count() > 0).mapToLong(Bin::maxPs).max().orElse(0);
  }
}
