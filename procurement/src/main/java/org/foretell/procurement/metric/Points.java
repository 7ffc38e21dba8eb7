package org.foretell.procurement.metric;

import java.util.ArrayList;
import java.util.List;

/**
 * Points of a tender: {@code w_q Q / Q_max + w_p P_min / P}. The best quality and the lowest price
 * are those of the offers, so ranks of two offers may change when a third one is withdrawn.
 *
 * @param qualityWeight at least 0
 * @param priceWeight at least 0
 */
public record Points(double qualityWeight, double priceWeight) {
  /** Checks. */
  public Points {
    Amount.notNegative("the weight of quality", qualityWeight);
    Amount.notNegative("the weight of the price", priceWeight);
  }

  /**
   * An offer.
   *
   * @param quality more is better, at least 0
   * @param price above 0
   */
  public record Bid(double quality, double price) {
    /** Checks. */
    public Bid {
      Amount.notNegative("the quality", quality);
      Amount.positive("the price", price);
    }
  }

  /**
   * {@return points of each offer, in their order}
   *
   * @param bids the offers, of which at least one has a quality above 0
   */
  public List<Double> of(List<Bid> bids) {
    double best = bids.stream().mapToDouble(Bid::quality).max().orElse(0);
    double lowest = bids.stream().mapToDouble(Bid::price).min().orElse(0);
    Amount.positive("the best quality", best);
    return bids.stream()
        .map(bid -> qualityWeight * bid.quality / best + priceWeight * lowest / bid.price)
        .toList();
  }

  /**
   * {@return whether withdrawing one of the offers changes the order of any two remaining ones}
   *
   * @param bids the offers
   */
  public boolean orderDependsOnOthers(List<Bid> bids) {
    List<Double> all = of(bids);
    for (int gone = 0; gone < bids.size(); gone++) {
      List<Bid> left = new ArrayList<>(bids);
      left.remove(gone);
      if (left.stream().noneMatch(bid -> bid.quality > 0)) {
        continue;
      }
      List<Double> fewer = of(left);
      for (int i = 0; i < left.size(); i++) {
        for (int j = 0; j < i; j++) {
          double before = all.get(i < gone ? i : i + 1) - all.get(j < gone ? j : j + 1);
          if (before * (fewer.get(i) - fewer.get(j)) < 0) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
