package org.foretell.extrapolation.fit;

import java.util.Arrays;
import java.util.SortedMap;
import org.foretell.extrapolation.law.Mixing;

/**
 * How long the bursts at a place take, or how much they do: a mean that follows from the number of
 * ranks, a factor for each rank and one for each execution. The factors are those of the largest
 * trace, drawn by numbers that depend on nothing but the place, so that a second run gives the
 * same, and a burst that is longer than others does more.
 *
 * @param growth of the mean
 * @param ranks factors of ranks, in bins of equal weight
 * @param times factors of executions, in bins of equal weight
 */
record BurstLaw(Growth growth, double[] ranks, double[] times) {
  private static final int BINS = 32;

  static final BurstLaw NONE = constant(Growth.NONE);

  private static BurstLaw constant(Growth growth) {
    return new BurstLaw(growth, new double[] {1}, new double[] {1});
  }

  /**
   * Finds the law.
   *
   * @param means for each number of ranks the mean, picoseconds or another unit
   * @param target number of ranks
   * @param ofRanks values of each rank of the largest trace
   */
  static BurstLaw of(SortedMap<Integer, Double> means, int target, long[][] ofRanks) {
    means.values().removeIf(mean -> mean <= 0);
    return means.isEmpty() ? NONE : spread(Growth.of(means, target), ofRanks);
  }

  double mean() {
    return growth.value();
  }

  double least() {
    return growth.least();
  }

  double most() {
    return growth.most();
  }

  /** The same growth with another size and spread. */
  BurstLaw times(double factor, long[][] ofRanks) {
    return spread(growth.times(factor), ofRanks);
  }

  private static BurstLaw spread(Growth growth, long[][] ofRanks) {
    double[] rankMeans =
        Arrays.stream(ofRanks).mapToDouble(own -> Arrays.stream(own).average().orElse(0)).toArray();
    double mean = Arrays.stream(rankMeans).average().orElse(0);
    if (mean <= 0) {
      return constant(growth);
    }
    double[] ranks = bins(Arrays.stream(rankMeans).map(own -> own / mean).toArray());
    double[] factors = new double[Arrays.stream(ofRanks).mapToInt(own -> own.length).sum()];
    int next = 0;
    for (int rank = 0; rank < ofRanks.length; rank++) {
      for (long value : ofRanks[rank]) {
        if (rankMeans[rank] > 0) {
          factors[next++] = value / rankMeans[rank];
        }
      }
    }
    return new BurstLaw(growth, ranks, bins(Arrays.copyOf(factors, next)));
  }

  /** Means of equal shares of sorted values. */
  static double[] bins(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (sorted[0] == sorted[sorted.length - 1]) {
      return new double[] {1};
    }
    int count = Math.min(BINS, sorted.length);
    double[] bins = new double[count];
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) i * sorted.length / count);
      int to = (int) ((i + 1L) * sorted.length / count);
      bins[i] = Arrays.stream(sorted, from, to).average().orElse(1);
    }
    return bins;
  }

  /**
   * The duration of a burst, or another amount.
   *
   * @param place number of the place in the program
   * @param rank in the world
   * @param time how often the rank has been there
   */
  long value(int place, int rank, int time) {
    if (mean() == 0) {
      return 0;
    }
    long ofRank = Mixing.of(place * 0x9E3779B97F4A7C15L + rank);
    long ofTime = Mixing.of(ofRank + time + 1);
    double factor =
        ranks[(int) Math.floorMod(ofRank, (long) ranks.length)]
            * times[(int) Math.floorMod(ofTime, (long) times.length)];
    return Math.round(mean() * factor);
  }
}
