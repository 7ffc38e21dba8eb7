package org.foretell.procurement.decision;

import java.util.Arrays;
import java.util.List;

/**
 * The value of each offer in each of many draws of the uncertain figures. A draw is common to all
 * offers: figures that they share have the same value for all.
 *
 * <p>More is better; costs are negated. Immutable.
 */
public final class JointSample {
  private final List<String> offers;
  private final double[][] values;

  private JointSample(List<String> offers, double[][] values) {
    this.offers = offers;
    this.values = values;
  }

  /**
   * {@return a sample}
   *
   * @param offers names, all different, at least one
   * @param values {@code [draw][offer]}, finite, at least one draw; copied
   */
  public static JointSample of(List<String> offers, double[][] values) {
    List<String> names = List.copyOf(offers);
    if (names.isEmpty() || names.stream().distinct().count() < names.size()) {
      throw new IllegalArgumentException("expected offers of different names, found " + names);
    }
    if (values.length == 0) {
      throw new IllegalArgumentException("a sample without a draw");
    }
    double[][] copy = new double[values.length][];
    for (int draw = 0; draw < values.length; draw++) {
      if (values[draw].length != names.size()) {
        throw new IllegalArgumentException(
            "draw "
                + draw
                + " has "
                + values[draw].length
                + " values for "
                + names.size()
                + " offers");
      }
      copy[draw] = values[draw].clone();
      if (!Arrays.stream(copy[draw]).allMatch(Double::isFinite)) {
        throw new IllegalArgumentException("draw " + draw + " has a value that is not finite");
      }
    }
    return new JointSample(names, copy);
  }

  /** {@return the names of the offers} */
  public List<String> offers() {
    return offers;
  }

  /** {@return the number of draws} */
  public int draws() {
    return values.length;
  }

  /**
   * {@return the value of an offer in a draw}
   *
   * @param draw from 0
   * @param offer from 0
   */
  public double value(int draw, int offer) {
    return values[draw][offer];
  }

  /**
   * {@return the mean value of an offer}
   *
   * @param offer from 0
   */
  public double mean(int offer) {
    return Arrays.stream(values).mapToDouble(row -> row[offer]).average().orElseThrow();
  }

  /** {@return the offer with the best mean, from 0; the first of equals} */
  public int best() {
    int best = 0;
    for (int offer = 1; offer < offers.size(); offer++) {
      if (mean(offer) > mean(best)) {
        best = offer;
      }
    }
    return best;
  }

  /**
   * {@return by how much one offer is better than another in each draw, ascending}
   *
   * @param offer from 0
   * @param other from 0
   */
  public double[] sortedDifferences(int offer, int other) {
    return Arrays.stream(values).mapToDouble(row -> row[offer] - row[other]).sorted().toArray();
  }
}
