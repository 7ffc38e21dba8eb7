package org.foretell.parsers.simgrid;

/** How long a fuzz test may run: two seconds, or as {@code -Dforetell.fuzz.seconds} says. */
final class FuzzBudget {
  private final long end =
      System.nanoTime() + Long.getLong("foretell.fuzz.seconds", 2) * 1_000_000_000L;

  boolean isLeft() {
    return System.nanoTime() < end;
  }
}
