package org.foretell.runner;

import java.util.Optional;
import org.foretell.failure.words.FailureKind;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/** Makes replays that are no plain runs, those that have a name of their own once each. */
final class Replays {
  private final ReplayPool pool;
  private final FoundOnce<Ended> known = new FoundOnce<>();

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
    return known.of(
        replay.scenario().hash() + " " + variant.get(),
        () -> made(replay, trace),
        pool::throwIfCancelled);
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
}
