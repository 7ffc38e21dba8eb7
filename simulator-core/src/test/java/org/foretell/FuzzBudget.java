package org.foretell;

/**
 * How long a test with random input may run: two seconds, or as many as the system property {@code
 * foretell.fuzz.seconds} says.
 */
public final class FuzzBudget {
  private final long endNs =
      System.nanoTime() + Long.getLong("foretell.fuzz.seconds", 2) * 1_000_000_000L;

  /** Whether there is time for another case. */
  public boolean isLeft() {
    return System.nanoTime() < endNs;
  }
}
