package org.foretell;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How long a test with random input may run: half a second, or as many seconds as the system
 * property {@code foretell.fuzz.seconds} says.
 */
public final class FuzzBudget {
  private static final @Nullable Long SECONDS = Long.getLong("foretell.fuzz.seconds");
  private static final long BUDGET_NS = SECONDS == null ? 500_000_000L : SECONDS * 1_000_000_000L;

  /** So many cases are made on a machine that is busy, too. */
  private static final int LEAST_CASES = 30;

  private final long endNs = System.nanoTime() + BUDGET_NS;
  private final Duration cpuAtStart = cpu();
  private long cases;

  /** Whether there is time for another case. */
  public boolean isLeft() {
    return cases++ < LEAST_CASES || System.nanoTime() < endNs;
  }

  /**
   * Says how many inputs there were and what they cost, if the time was given. Processor time is
   * that of the whole process.
   *
   * @param reader who read them
   * @param inputs how many there were
   * @param accepted how many of them were read to the end
   */
  public void report(String reader, long inputs, long accepted) {
    if (SECONDS != null) {
      System.err.printf(
          Locale.ROOT,
          "%s: %,d inputs, %,d of them accepted, %d s of processor time%n",
          reader,
          inputs,
          accepted,
          cpu().minus(cpuAtStart).toSeconds());
    }
  }

  private static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
