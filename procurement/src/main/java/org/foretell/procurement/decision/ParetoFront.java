package org.foretell.procurement.decision;

import java.util.ArrayList;
import java.util.List;

/**
 * The Pareto front: offers that no other offer improves on in one respect without being worse in
 * another.
 */
public final class ParetoFront {
  private ParetoFront() {}

  /**
   * {@return the offers on the front, by number from 0; including all equal ones}
   *
   * @param costs {@code [offer][respect]}, less is better, each with as many respects
   */
  public static List<Integer> of(double[][] costs) {
    List<Integer> front = new ArrayList<>();
    for (int offer = 0; offer < costs.length; offer++) {
      boolean isDominated = false;
      for (double[] other : costs) {
        isDominated |= dominates(other, costs[offer]);
      }
      if (!isDominated) {
        front.add(offer);
      }
    }
    return front;
  }

  private static boolean dominates(double[] one, double[] other) {
    if (one.length != other.length) {
      throw new IllegalArgumentException(
          "offers with " + one.length + " and " + other.length + " respects");
    }
    boolean isBetter = false;
    for (int respect = 0; respect < one.length; respect++) {
      if (one[respect] > other[respect]) {
        return false;
      }
      isBetter |= one[respect] < other[respect];
    }
    return isBetter;
  }
}
