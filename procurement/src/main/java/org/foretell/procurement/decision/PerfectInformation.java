package org.foretell.procurement.decision;

import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.stream.IntStream;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.rng.RandomPermutation;

/**
 * The worth of knowing a figure before choosing: the expected value of partial perfect information,
 * {@code E_x[max_d E(U_d | x)] - max_d E(U_d)}, from an existing sample.
 *
 * <p>M. Strong and J. E. Oakley, "An efficient method for computing single-parameter partial
 * expected value of perfect information", 2013: the draws are sorted by the figure and averaged in
 * bins. A maximum of noisy averages is too large on average, so the draws in 100 random orders give
 * the worth of no knowledge: its average is subtracted, and a figure that is worth no more than the
 * largest of these is worth 0.
 *
 * <p>Costs 100 passes over the sample.
 */
public final class PerfectInformation {
  private static final int SHUFFLES = 100;
  private static final int SEEDS = 6;
  private static final long SEED = 12345;

  private PerfectInformation() {}

  /**
   * {@return the worth, in the unit of the sample, at least 0}
   *
   * @param sample how good the offers are
   * @param figure its value in each draw
   * @param bins into which the draws are divided, from 1 to the number of draws; a few dozen with
   *     at least 20 draws each
   */
  public static double worth(JointSample sample, double[] figure, int bins) {
    if (figure.length != sample.draws()) {
      throw new IllegalArgumentException(
          figure.length + " values of the figure for " + sample.draws() + " draws");
    }
    if (bins < 1 || bins > sample.draws()) {
      throw new IllegalArgumentException(bins + " bins for " + sample.draws() + " draws");
    }
    int[] order =
        IntStream.range(0, figure.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer draw) -> figure[draw]))
            .mapToInt(Integer::intValue)
            .toArray();
    double worth = binned(sample, order, bins);
    DoubleSummaryStatistics nothing = ofNothing(sample, bins);
    return worth > nothing.getMax() ? worth - nothing.getAverage() : 0;
  }

  private static DoubleSummaryStatistics ofNothing(JointSample sample, int bins) {
    MRG32k3a stream = new MRG32k3a();
    long[] seeds = new long[SEEDS];
    Arrays.fill(seeds, SEED);
    stream.setSeed(seeds);
    int[] order = IntStream.range(0, sample.draws()).toArray();
    DoubleSummaryStatistics worths = new DoubleSummaryStatistics();
    for (int shuffle = 0; shuffle < SHUFFLES; shuffle++) {
      RandomPermutation.shuffle(order, stream);
      worths.accept(binned(sample, order, bins));
    }
    return worths;
  }

  /** The worth if the average of each bin is known. */
  private static double binned(JointSample sample, int[] order, int bins) {
    int offers = sample.offers().size();
    int chosen = sample.best();
    double sum = 0;
    for (int bin = 0; bin < bins; bin++) {
      int from = (int) ((long) bin * order.length / bins);
      int to = (int) ((long) (bin + 1) * order.length / bins);
      double[] sums = new double[offers];
      for (int place = from; place < to; place++) {
        for (int offer = 0; offer < offers; offer++) {
          sums[offer] += sample.value(order[place], offer);
        }
      }
      sum += Arrays.stream(sums).max().orElseThrow() - sums[chosen];
    }
    return sum / order.length;
  }

  /**
   * {@return the worth of knowing every figure: {@code E[max_d U_d] - max_d E(U_d)}; no single
   * figure is worth more}
   *
   * @param sample how good the offers are
   */
  public static double worthOfAll(JointSample sample) {
    int chosen = sample.best();
    double sum = 0;
    for (int draw = 0; draw < sample.draws(); draw++) {
      double best = sample.value(draw, chosen);
      for (int offer = 0; offer < sample.offers().size(); offer++) {
        best = Math.max(best, sample.value(draw, offer));
      }
      // A difference: where the choice is right, exactly nothing is added.
      sum += best - sample.value(draw, chosen);
    }
    return sum / sample.draws();
  }
}
