package org.foretell.classification.benchmark;

import java.util.random.RandomGenerator;

/**
 * How late things are that are late, in normal times of a message of their size. All draws are
 * uniform.
 *
 * @param least the least delay of what is late, above {@code tolerance}
 * @param most the largest
 * @param tolerance how much ranks may differ that are not late
 */
public record Delays(double least, double most, double tolerance) {
  /**
   * Of messages, unless training is told others. Who answers a message can do so no sooner than it
   * has come, so what is less than a message late is as it should be.
   */
  public static final Delays OF_MESSAGES = new Delays(2, 32, 1.25);

  /** Of collectives, which answer nobody. */
  public static final Delays OF_COLLECTIVES = new Delays(0.5, 32, 0.25);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it is none
   */
  public Delays {
    if (!(tolerance >= 0 && tolerance < least && least < most && most <= 1e6)) {
      throw new IllegalArgumentException(
          "delays from "
              + least
              + " to "
              + most
              + " with a tolerance of "
              + tolerance
              + "; expected 0 <= tolerance < least < most <= 1e6");
    }
  }

  double late(RandomGenerator random) {
    return least + (most - least) * random.nextDouble();
  }

  double early(RandomGenerator random) {
    return most / 4 * random.nextDouble();
  }

  double normal(RandomGenerator random) {
    return tolerance * random.nextDouble();
  }
}
