package org.foretell.runner;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.foretell.failure.FailureKind;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/** Makes replays that are no plain runs, those that have a name of their own once each. */
final class Replays {
  private final ReplayPool pool;
  private final Map<String, CompletableFuture<Ended>> known = new ConcurrentHashMap<>();

  /** How a replay ended; one of the two is null. */
  record Ended(@Nullable Object result, @Nullable RuntimeException failure) {}

  Replays(ReplayPool pool) {
    this.pool = pool;
  }

  /** That a model or a machine cannot replay the trace is an end too. */
  Ended of(Replay<?> replay, HeldTrace trace) {
    pool.throwIfCancelled();
    Optional<String> variant = replay.variant();
    if (variant.isEmpty()) {
      return made(replay, trace);
    }
    String key = replay.scenario().hash() + " " + variant.get();
    CompletableFuture<Ended> own = new CompletableFuture<>();
    CompletableFuture<Ended> before = known.putIfAbsent(key, own);
    if (before != null) {
      return known(before);
    }
    try {
      Ended ended = made(replay, trace);
      own.complete(ended);
      return ended;
    } catch (RuntimeException | Error failure) {
      known.remove(key, own);
      own.completeExceptionally(failure);
      throw failure;
    }
  }

  private Ended made(Replay<?> replay, HeldTrace trace) {
    Scenario scenario = replay.scenario();
    try {
      // What is wrong with the scenario is said before it waits for room.
      scenario.experiment();
      return pool.withTrace(
          trace,
          source ->
              new Ended(
                  replay.replay(
                      new ReplayStart(
                          scenario.experiment().simulation(source, scenario.seed()),
                          source,
                          pool::throwIfCancelled)),
                  null));
    } catch (RuntimeException failure) {
      if (!FailureKind.isOfRun(failure)) {
        throw failure;
      }
      return new Ended(null, failure);
    }
  }

  /** What another thread finds, or has found. Who finds it waits for nobody. */
  static <T> T known(CompletableFuture<T> before) {
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
}
