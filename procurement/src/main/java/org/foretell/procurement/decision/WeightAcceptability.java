package org.foretell.procurement.decision;

import java.util.Arrays;
import java.util.List;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.rng.RandomStream;

/**
 * How often each offer takes each rank for unknown weights: all weights that add up to 1 are
 * equally likely.
 *
 * <p>SMAA-2: R. Lahdelma and P. Salminen, "SMAA-2: Stochastic multicriteria acceptability analysis
 * for group decision making", 2001. Immutable.
 */
public final class WeightAcceptability {
  private final int[][] ranks;
  private final int[][] wins;
  private final double[][] centre;
  private final int draws;

  private WeightAcceptability(int offers, int criteria, int draws) {
    ranks = new int[offers][offers];
    wins = new int[offers][offers];
    centre = new double[offers][criteria];
    this.draws = draws;
  }

  /**
   * {@return the acceptabilities}
   *
   * @param values {@code [offer][criterion]}, more is better, such as logarithms of speed-ups
   * @param draws of weights, at least 1
   * @param seed of the weights, 1 to 4294944442
   */
  public static WeightAcceptability of(double[][] values, int draws, long seed) {
    if (values.length == 0 || values[0].length == 0 || draws < 1) {
      throw new IllegalArgumentException("no offers, no criteria or no draws");
    }
    int criteria = values[0].length;
    WeightAcceptability counts = new WeightAcceptability(values.length, criteria, draws);
    MRG32k3a stream = new MRG32k3a();
    long[] seeds = new long[6];
    Arrays.fill(seeds, seed);
    stream.setSeed(seeds);
    for (int draw = 0; draw < draws; draw++) {
      counts.add(values, weights(stream, criteria));
    }
    return counts;
  }

  /** Equally likely on the simplex: the shares of exponential variates. */
  private static double[] weights(RandomStream stream, int criteria) {
    double[] weights = new double[criteria];
    double sum = 0;
    for (int i = 0; i < criteria; i++) {
      weights[i] = -Math.log(stream.nextDouble());
      sum += weights[i];
    }
    for (int i = 0; i < criteria; i++) {
      weights[i] /= sum;
    }
    return weights;
  }

  private void add(double[][] values, double[] weights) {
    double[] scores = new double[values.length];
    for (int offer = 0; offer < values.length; offer++) {
      for (int i = 0; i < weights.length; i++) {
        scores[offer] += weights[i] * values[offer][i];
      }
    }
    for (int offer = 0; offer < scores.length; offer++) {
      int better = 0;
      for (int other = 0; other < scores.length; other++) {
        better += scores[other] > scores[offer] ? 1 : 0;
        wins[offer][other] += scores[offer] > scores[other] ? 1 : 0;
      }
      ranks[offer][better]++;
      if (better == 0) {
        for (int i = 0; i < weights.length; i++) {
          centre[offer][i] += weights[i];
        }
      }
    }
  }

  /**
   * {@return the share of weights under which an offer takes a rank; equals share the better rank}
   *
   * @param offer from 0
   * @param rank from 1
   * @param confidence of the limits
   */
  public Proportion rank(int offer, int rank, double confidence) {
    return Proportion.of(ranks[offer][rank - 1], draws, confidence);
  }

  /**
   * {@return the share of weights under which an offer is better than another: the pairwise winning
   * index}
   *
   * @param offer from 0
   * @param other from 0
   * @param confidence of the limits
   */
  public Proportion beats(int offer, int other, double confidence) {
    return Proportion.of(wins[offer][other], draws, confidence);
  }

  /**
   * {@return the average weights under which an offer is the best; empty if there are none}
   *
   * @param offer from 0
   */
  public List<Double> centralWeights(int offer) {
    int firsts = ranks[offer][0];
    return firsts == 0
        ? List.of()
        : Arrays.stream(centre[offer]).map(sum -> sum / firsts).boxed().toList();
  }
}
