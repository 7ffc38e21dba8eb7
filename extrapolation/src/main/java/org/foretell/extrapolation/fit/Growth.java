package org.foretell.extrapolation.fit;

import java.util.Locale;
import java.util.SortedMap;

/**
 * How a mean grows with the number of ranks p: a term c p^i lg^j p of the performance model normal
 * form of A. Calotoiu et al., "Using Automated Performance Modeling to Find Scalability Bugs in
 * Complex Codes", SC 2013.
 *
 * @param value at the target
 * @param least of all terms that fit about as well
 * @param most of all terms that fit about as well
 * @param factor c
 * @param exponent i
 * @param logs j
 */
record Growth(double value, double least, double most, double factor, double exponent, int logs) {
  static final Growth NONE = new Growth(0, 0, 0, 0, 0, 0);

  private static final double[] EXPONENTS = {
    0, -1, 1, -0.5, 0.5, -2, 2, -1.5, 1.5, -2 / 3.0, 2 / 3.0, -1 / 3.0, 1 / 3.0, -4 / 3.0, 4 / 3.0,
    -0.75, 0.75, -0.25, 0.25
  };

  private static final int MOST_LOGS = 2;

  /** Relative errors of a simple function that nobody would trade for a complicated one. */
  private static final double COST_OF_EXPONENT = 0.005;

  private static final double COST_OF_LOGARITHM = 0.01;

  /** How much worse a function may fit and still say what the target could be. */
  private static final double TOLERANCE = 0.05;

  /**
   * How many times worse it may fit. Where one function meets three means nearly exactly, others
   * that miss them by some percent are no explanation, since the means have no such noise.
   */
  private static final double WORSE = 50;

  /** The fewest means that show by how much they are off a function. */
  private static final int FEWEST_MEANS = 3;

  /** The rounding of means to whole picoseconds, as a relative error. */
  private static final double ROUNDING = 1e-5;

  /**
   * Finds the term.
   *
   * @param means for each number of ranks, above 0; at least one
   * @param target number of ranks
   */
  static Growth of(SortedMap<Integer, Double> means, int target) {
    int count = means.size();
    double[] logMeans = new double[count];
    double[] logRanks = new double[count];
    double[] logLogs = new double[count];
    int next = 0;
    for (var mean : means.entrySet()) {
      logMeans[next] = Math.log(mean.getValue());
      logRanks[next] = Math.log(mean.getKey());
      logLogs[next++] = logLog(mean.getKey());
    }
    int terms = count == 1 ? 1 : EXPONENTS.length * (MOST_LOGS + 1);
    double[] errors = new double[terms];
    double[] factors = new double[terms];
    int best = 0;
    double bestCost = Double.MAX_VALUE;
    for (int term = 0; term < terms; term++) {
      double exponent = EXPONENTS[term / (MOST_LOGS + 1)];
      int logs = term % (MOST_LOGS + 1);
      double sum = 0;
      double squares = 0;
      for (int i = 0; i < count; i++) {
        double off = logMeans[i] - exponent * logRanks[i] - (logs == 0 ? 0 : logs * logLogs[i]);
        sum += off;
        squares += off * off;
      }
      // With one rank the logarithm is 0, and nothing can be a multiple of it.
      factors[term] = sum / count;
      double variance = Math.max(0, squares / count - factors[term] * factors[term]);
      errors[term] = Double.isFinite(sum) ? Math.sqrt(variance) : Double.POSITIVE_INFINITY;
      double cost =
          errors[term]
              + logs * COST_OF_LOGARITHM
              + Math.min(term / (MOST_LOGS + 1), 4) * COST_OF_EXPONENT;
      if (cost < bestCost) {
        bestCost = cost;
        best = term;
      }
    }
    double tolerance =
        count < FEWEST_MEANS
            ? TOLERANCE
            : Math.min(TOLERANCE, WORSE * Math.max(errors[best], ROUNDING));
    double value = at(target, factors, best);
    double least = value;
    double most = value;
    for (int term = 0; term < terms; term++) {
      if (errors[term] <= errors[best] + tolerance) {
        least = Math.min(least, at(target, factors, term));
        most = Math.max(most, at(target, factors, term));
      }
    }
    return new Growth(
        value,
        least,
        most,
        Math.exp(factors[best]),
        EXPONENTS[best / (MOST_LOGS + 1)],
        best % (MOST_LOGS + 1));
  }

  private static double logLog(int ranks) {
    return Math.log(Math.log(ranks) / Math.log(2));
  }

  private static double at(int target, double[] factors, int term) {
    int logs = term % (MOST_LOGS + 1);
    double offset = EXPONENTS[term / (MOST_LOGS + 1)] * Math.log(target);
    return Math.exp(factors[term] + offset + (logs == 0 ? 0 : logs * logLog(target)));
  }

  Growth times(double times) {
    return new Growth(value * times, least * times, most * times, factor * times, exponent, logs);
  }

  /**
   * The term for people.
   *
   * @param size of a unit
   * @param unit its name
   */
  String text(double size, String unit) {
    String power =
        exponent == 0 ? "" : exponent == 1 ? " p" : String.format(Locale.US, " p^%.3g", exponent);
    String log = logs == 0 ? "" : logs == 1 ? " lg p" : " lg^2 p";
    return String.format(Locale.US, "%.4g %s", factor / size, unit) + power + log;
  }
}
