package org.foretell.classification.benchmark;

import java.util.random.RandomGenerator;

/**
 * The delays of late calls, in units of the normal time of a message of their size. All draws are
 * uniform.
 *
 * @param least the least delay of a late call, above {@code tolerance}
 * @param most the largest
 * @param tolerance how much ranks may differ that are not late
 */
public record Delays(double least, double most, double tolerance) {
  /**
   * The default delays of messages. A rank that answers a message must first receive it, so a delay
   * below the time of a message is normal.
   */
  public static final Delays OF_MESSAGES = new Delays(2, 32, 1.25);

  /** The default delays of collectives, which answer no message. */
  public static final Delays OF_COLLECTIVES = new Delays(0.5, 32, 0.25);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if the range is empty or out of bounds
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
