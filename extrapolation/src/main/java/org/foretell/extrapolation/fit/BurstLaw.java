package org.foretell.extrapolation.fit;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * How long the bursts at a place take: a mean that follows from the number of ranks, a factor for
 * each rank and one for each execution. The factors are those of the largest trace, drawn by
 * numbers that depend on nothing but the place, so that a second run gives the same.
 *
 * <p>The mean is a term of the performance model normal form of A. Calotoiu et al., "Using
 * Automated Performance Modeling to Find Scalability Bugs in Complex Codes", SC 2013: c p^i lg^j p.
 */
public record BurstLaw(
    double meanPs, double leastPs, double mostPs, String text, double[] ranks, double[] times) {
  private static final double[] EXPONENTS = {
    0, -1, 1, -0.5, 0.5, -2, 2, -1.5, 1.5, -2 / 3.0, 2 / 3.0, -1 / 3.0, 1 / 3.0, -4 / 3.0, 4 / 3.0,
    -0.75, 0.75, -0.25, 0.25
  };

  /** Relative errors of a simple function that nobody would trade for a complicated one. */
  private static final double COST_OF_EXPONENT = 0.005;

  private static final double COST_OF_LOGARITHM = 0.01;

  /** How much worse a function may fit and still say what the target could be. */
  private static final double TOLERANCE = 0.05;

  private static final int BINS = 32;

  static final BurstLaw NONE = new BurstLaw(0, 0, 0, "0", new double[] {1}, new double[] {1});

  /**
   * Finds the law.
   *
   * @param means for each number of ranks the mean, picoseconds
   * @param target number of ranks
   * @param ofRanks durations of each rank of the largest trace
   */
  static BurstLaw of(SortedMap<Integer, Double> means, int target, long[][] ofRanks) {
    means.values().removeIf(mean -> mean <= 0);
    if (means.isEmpty()) {
      return NONE;
    }
    double bestCost = Double.MAX_VALUE;
    double bestError = 0;
    double value = 0;
    String text = "";
    int order = 0;
    for (double exponent : EXPONENTS) {
      for (int logs = 0; logs <= 2; logs++) {
        double error = error(means, exponent, logs);
        double cost = error + logs * COST_OF_LOGARITHM + Math.min(order, 4) * COST_OF_EXPONENT;
        if (cost < bestCost && (means.size() > 1 || (exponent == 0 && logs == 0))) {
          bestCost = cost;
          bestError = error;
          value = factor(means, exponent, logs) * term(target, exponent, logs);
          text = text(factor(means, exponent, logs), exponent, logs);
        }
      }
      order++;
    }
    double least = value;
    double most = value;
    for (double exponent : EXPONENTS) {
      for (int logs = 0; logs <= 2; logs++) {
        if (means.size() > 1 && error(means, exponent, logs) <= bestError + TOLERANCE) {
          double other = factor(means, exponent, logs) * term(target, exponent, logs);
          least = Math.min(least, other);
          most = Math.max(most, other);
        }
      }
    }
    return spread(value, least, most, text, ofRanks);
  }

  private static double term(int ranks, double exponent, int logs) {
    return Math.pow(ranks, exponent) * Math.pow(Math.log(ranks) / Math.log(2), logs);
  }

  private static double factor(Map<Integer, Double> means, double exponent, int logs) {
    double sum = 0;
    for (Map.Entry<Integer, Double> mean : means.entrySet()) {
      sum += Math.log(mean.getValue() / term(mean.getKey(), exponent, logs));
    }
    return Math.exp(sum / means.size());
  }

  private static double error(Map<Integer, Double> means, double exponent, int logs) {
    double factor = factor(means, exponent, logs);
    double sum = 0;
    for (Map.Entry<Integer, Double> mean : means.entrySet()) {
      double off = Math.log(factor * term(mean.getKey(), exponent, logs) / mean.getValue());
      sum += off * off;
    }
    double error = Math.sqrt(sum / means.size());
    // With one rank the logarithm is 0, and nothing can be a multiple of it.
    return Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
  }

  private static String text(double factorPs, double exponent, int logs) {
    String power =
        exponent == 0 ? "" : exponent == 1 ? " p" : String.format(Locale.US, " p^%.3g", exponent);
    String log = logs == 0 ? "" : logs == 1 ? " lg p" : " lg^2 p";
    return String.format(Locale.US, "%.4g us", factorPs / 1e6) + power + log;
  }

  /** The same growth with another size and spread. */
  BurstLaw times(double factor, long[][] ofRanks) {
    return spread(meanPs * factor, leastPs * factor, mostPs * factor, text, ofRanks);
  }

  private static BurstLaw spread(
      double value, double least, double most, String text, long[][] ofRanks) {
    double[] rankMeans =
        Arrays.stream(ofRanks).mapToDouble(own -> Arrays.stream(own).average().orElse(0)).toArray();
    double mean = Arrays.stream(rankMeans).average().orElse(0);
    if (mean <= 0) {
      return new BurstLaw(value, least, most, text, new double[] {1}, new double[] {1});
    }
    double[] ranks = bins(Arrays.stream(rankMeans).map(own -> own / mean).toArray());
    double[] factors = new double[Arrays.stream(ofRanks).mapToInt(own -> own.length).sum()];
    int next = 0;
    for (int rank = 0; rank < ofRanks.length; rank++) {
      for (long duration : ofRanks[rank]) {
        if (rankMeans[rank] > 0) {
          factors[next++] = duration / rankMeans[rank];
        }
      }
    }
    return new BurstLaw(value, least, most, text, ranks, bins(Arrays.copyOf(factors, next)));
  }

  /** Means of equal shares of sorted values. */
  private static double[] bins(double[] values) {
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
   * The duration of a burst.
   *
   * @param place number of the place in the program
   * @param rank in the world
   * @param time how often the rank has been there
   */
  long durationPs(int place, int rank, int time) {
    if (meanPs == 0) {
      return 0;
    }
    long ofRank = mixed(place * 0x9E3779B97F4A7C15L + rank);
    long ofTime = mixed(ofRank + time + 1);
    double factor =
        ranks[(int) Math.floorMod(ofRank, (long) ranks.length)]
            * times[(int) Math.floorMod(ofTime, (long) times.length)];
    return Math.round(meanPs * factor);
  }

  /** The finaliser of SplitMix64: numbers that look drawn. */
  private static long mixed(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return (z ^ (z >>> 31)) >>> 1;
  }
}
