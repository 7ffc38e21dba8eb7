package org.foretell.runner;

import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.foretell.pool.ReplayPool;
import org.foretell.scenario.Scenario;

/**
 * Outcomes by the hash of their scenario, each found once. Who wants one that another thread is
 * about to find waits for it. Used by any number of threads.
 */
final class KnownOutcomes {
  private final Map<String, CompletableFuture<Outcome>> outcomes = new ConcurrentHashMap<>();

  /**
   * The outcome of a scenario.
   *
   * @param find called if nobody has found it; waits for nobody who waits here
   * @param throwIfStopped called if who was to find it has been stopped, before this one finds it
   */
  Outcome of(Scenario scenario, Supplier<Outcome> find, Runnable throwIfStopped) {
    while (true) {
      CompletableFuture<Outcome> own = new CompletableFuture<>();
      CompletableFuture<Outcome> before = outcomes.putIfAbsent(scenario.hash(), own);
      if (before == null) {
        return first(scenario, find, own);
      }
      try {
        return found(before);
      } catch (CancellationException ended) {
        if (!ReplayPool.isStopOfOthers(ended)) {
          throw ended;
        }
        throwIfStopped.run();
      }
    }
  }

  /** A failure is not remembered. */
  private Outcome first(Scenario scenario, Supplier<Outcome> find, CompletableFuture<Outcome> own) {
    try {
      Outcome now = find.get();
      own.complete(now);
      return now;
    } catch (RuntimeException | Error failure) {
      outcomes.remove(scenario.hash(), own);
      own.completeExceptionally(failure);
      throw failure;
    }
  }

  private static Outcome found(CompletableFuture<Outcome> before) {
    try {
      return before.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (failed.getCause() instanceof Error error) {
        throw error;
      }
      throw failed;
    }
  }

  /** How many scenarios have an outcome, or are about to. */
  int size() {
    return outcomes.size();
  }
}
