package org.foretell.generators.shmembench;

import java.util.Locale;

/** The five classes of tests. Their numbers are those of a configuration. */
public enum TestClass {
  /** Puts: typed, sized, non-blocking, strided, and of a single element. */
  PUT,
  /** Gets, likewise. */
  GET,
  /** Barriers, broadcasts, collects, all-to-all and reductions. */
  COLLECTIVE,
  /** Fence, quiet, waits, tests and locks. */
  SYNCHRONIZE,
  /** Atomic operations. */
  ATOMIC;

  /**
   * Returns the number of the class in configurations and results.
   *
   * @return 1 to 5
   */
  public int number() {
    return ordinal() + 1;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
