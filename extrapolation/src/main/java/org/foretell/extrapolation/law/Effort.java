package org.foretell.extrapolation.law;

/**
 * How much may be tried for one law. What is irregular fits no law in very many ways, and a law
 * that takes long to find is none that a reader would believe.
 */
final class Effort {
  private static final long PER_SAMPLE = 50;
  private static final long LEAST = 3_000_000;

  private long left;

  /** Begins with another law. */
  void begin(int samples) {
    left = LEAST + PER_SAMPLE * samples;
  }

  /** Looks at samples once more; false if that was often enough. */
  boolean spend(int samples) {
    left -= samples;
    return left >= 0;
  }
}
