package org.foretell;

import org.jspecify.annotations.Nullable;

/**
 * How long a test with random input may run: half a second, or as many seconds as the system
 * property {@code foretell.fuzz.seconds} says.
 */
public final class FuzzBudget {
  private static final @Nullable Long SECONDS = Long.getLong("foretell.fuzz.seconds");
  private static final long BUDGET_NS = SECONDS == null ? 500_000_000L : SECONDS * 1_000_000_000L;

  private final long endNs = System.nanoTime() + BUDGET_NS;

  /** Whether there is time for another case. */
  public boolean isLeft() {
    return System.nanoTime() < endNs;
  }
}
