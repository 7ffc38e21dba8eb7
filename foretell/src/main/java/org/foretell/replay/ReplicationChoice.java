package org.foretell.replay;

import org.foretell.failure.ForetellException;
import org.foretell.runner.RunnerBuilder;
import org.jspecify.annotations.Nullable;

/** Whether there are several runs with different random numbers, and how many threads work. */
public final class ReplicationChoice {
  private static final int MOST = 1_000_000;

  private @Nullable Integer count;
  private @Nullable Integer threads;

  public void count(@Nullable Integer value) {
    count = value;
  }

  public void threads(@Nullable Integer value) {
    threads = value;
  }

  /** Whether replications are wanted. */
  public boolean wanted() {
    if (count != null && (count < 1 || count > MOST)) {
      throw ForetellException.usage(
          "replications " + count + " is out of range; write 1 to " + MOST);
    }
    if (threads != null && threads < 1) {
      throw ForetellException.usage("threads " + threads + " is out of range; write 1 or more");
    }
    return count != null;
  }

  /** How many, if they are {@link #wanted}. */
  public int count() {
    return count == null ? 1 : count;
  }

  /** How many threads; no more than a runner may have, which changes no result. */
  public int threads() {
    return Math.min(
        RunnerBuilder.MOST_THREADS,
        threads == null ? Runtime.getRuntime().availableProcessors() : threads);
  }
}
