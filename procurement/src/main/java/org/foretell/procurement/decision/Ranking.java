package org.foretell.procurement.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order of offers, and its probability, from a joint sample.
 *
 * <p>Immutable.
 */
public final class Ranking {
  private final JointSample sample;
  private final double confidence;

  /**
   * Ranks offers.
   *
   * @param sample how good they are
   * @param confidence of all limits, between 0 and 1
   */
  public Ranking(JointSample sample, double confidence) {
    this.sample = sample;
    this.confidence = confidence;
    Proportion.of(0, sample.draws(), confidence);
  }

  /** {@return the offers from the best to the worst, by their means; equals in their own order} */
  public List<Integer> order() {
    return IntStream.range(0, sample.offers().size())
        .boxed()
        .sorted(Comparator.comparingDouble((Integer offer) -> -sample.mean(offer)))
        .toList();
  }

  /**
   * {@return the probability that an offer is the best; offers that are equally good share a draw}
   *
   * @param offer from 0
   */
  public Proportion first(int offer) {
    return Proportion.of(wins(offer), sample.draws(), confidence);
  }

  private double wins(int offer) {
    double wins = 0;
    for (int draw = 0; draw < sample.draws(); draw++) {
      int equal = 0;
      boolean isBeaten = false;
      for (int other = 0; other < sample.offers().size(); other++) {
        double lead = sample.value(draw, other) - sample.value(draw, offer);
        isBeaten |= lead > 0;
        equal += lead == 0 ? 1 : 0;
      }
      wins += isBeaten ? 0 : 1.0 / equal;
    }
    // Thirds do not add up to whole draws exactly.
    return Math.min(wins, sample.draws());
  }

  /**
   * {@return the probability that an offer is better than another; equal values count half}
   *
   * @param offer from 0
   * @param other from 0
   */
  public Proportion beats(int offer, int other) {
    double wins = 0;
    for (int draw = 0; draw < sample.draws(); draw++) {
      double lead = sample.value(draw, offer) - sample.value(draw, other);
      wins += lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    }
    return Proportion.of(wins, sample.draws(), confidence);
  }

  /**
   * By how much an offer is better than another.
   *
   * @param mean of all draws
   * @param low quantile that leaves out half of the remaining probability
   * @param high likewise
   */
  public record Difference(double mean, double low, double high) {}

  /**
   * {@return by how much an offer is better than another, over common draws}
   *
   * @param offer from 0
   * @param other from 0
   */
  public Difference difference(int offer, int other) {
    double[] sorted = sample.sortedDifferences(offer, other);
    double tail = (1 - confidence) / 2;
    return new Difference(
        sample.mean(offer) - sample.mean(other),
        Quantiles.of(sorted, tail),
        Quantiles.of(sorted, 1 - tail));
  }

  /**
   * {@return the offers that another offer beats or equals in every draw, and beats in at least
   * one}
   */
  public List<Integer> dominated() {
    List<Integer> dominated = new ArrayList<>();
    for (int offer = 0; offer < sample.offers().size(); offer++) {
      int one = offer;
      if (IntStream.range(0, sample.offers().size()).anyMatch(other -> dominates(other, one))) {
        dominated.add(offer);
      }
    }
    return dominated;
  }

  /**
   * {@return whether an offer is never worse than another, and sometimes better}
   *
   * @param offer from 0
   * @param other from 0
   */
  public boolean dominates(int offer, int other) {
    double[] lead = sample.sortedDifferences(offer, other);
    return lead[0] >= 0 && lead[lead.length - 1] > 0;
  }
}
