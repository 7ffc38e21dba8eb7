package org.foretell.energy;

import java.util.function.IntToDoubleFunction;

/**
 * The clocks of the cores of each rank.
 *
 * @param name tells clocks of a question from each other
 * @param ofRank relative to the nominal clock, above 0
 * @param boundShare the share of bursts that the clock slows down, 0 to 1; memory bounds the rest
 */
record Clocks(String name, IntToDoubleFunction ofRank, double boundShare) {
  /** All cores at one clock. */
  static Clocks uniform(double clock, double boundShare) {
    return new Clocks("clock " + clock, rank -> clock, boundShare);
  }

  /** By which factor the bursts of a rank take longer. */
  double stretch(int rank) {
    return 1 - boundShare + boundShare / ofRank.applyAsDouble(rank);
  }

  /** The clock at which bursts take so many times as long, without regard to what cores can do. */
  static double clockOf(double stretch, double boundShare) {
    return boundShare == 0 ? 0 : boundShare / (stretch - 1 + boundShare);
  }
}
