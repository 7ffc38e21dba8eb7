package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.foretell.engine.Simulation;
import org.foretell.failure.words.FailureKind;
import org.foretell.failure.words.FailureText;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.report.RunsListener;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Replays a trace in other ways than the one that was asked for, as many at once as a pool allows.
 */
final class MoreRuns {
  private final ReplayPool pool;
  private final HeldTrace trace;
  private final long seed;
  private final RunsListener told;
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger planned = new AtomicInteger();

  /**
   * How a run ended: one of the two is null.
   *
   * @param predictedPs picoseconds
   * @param failure why there is no prediction, in a line
   */
  record Outcome(@Nullable Long predictedPs, @Nullable String failure) {}

  /**
   * Runs of a trace.
   *
   * @param pool makes them, and hears when they are to end
   * @param told hears how many runs are done, of those planned so far; called by any thread
   */
  MoreRuns(ReplayPool pool, HeldTrace trace, long seed, RunsListener told) {
    this.pool = pool;
    this.trace = trace;
    this.seed = seed;
    this.told = told;
  }

  /** How many runs there were. */
  int runs() {
    return runs.get();
  }

  /** Makes each run; a machine or a model that cannot replay the trace is an outcome too. */
  List<Outcome> outcomes(List<Supplier<Experiment>> experiments) {
    return onAllCores(experiments, 1, this::outcome);
  }

  /**
   * Has tasks done at once; what one of them throws is thrown.
   *
   * @param runsEach how many runs a task makes
   */
  <T, R> List<R> onAllCores(List<T> tasks, int runsEach, Function<T, R> work) {
    planned.addAndGet(tasks.size() * runsEach);
    List<Supplier<R>> calls = new ArrayList<>();
    tasks.forEach(task -> calls.add(() -> work.apply(task)));
    return pool.all(calls);
  }

  /** Does other work that replays the trace, when there is room for its ranks. */
  <R> R withRoom(Supplier<R> work) {
    return pool.withRoom(trace.ranks(), work);
  }

  private Outcome outcome(Supplier<Experiment> made) {
    try {
      Experiment experiment = made.get();
      return withTrace(
          source -> {
            Prediction prediction = run(experiment.simulation(source, seed).builder());
            return prediction.outcome() == Prediction.Outcome.COMPLETED
                ? new Outcome(prediction.makespanPs(), null)
                : new Outcome(null, "the program does not come to its end");
          });
    } catch (RuntimeException failure) {
      if (!FailureKind.isOfRun(failure)) {
        throw failure;
      }
      return new Outcome(null, FailureText.inALine(failure));
    }
  }

  /** One replay. */
  Prediction run(Simulation.Builder simulation) {
    pool.heedCancellation(simulation);
    try {
      return simulation.build().run();
    } finally {
      told.runs(runs.incrementAndGet(), planned.get());
    }
  }

  /** Hands the trace to a thread, which has no other tasks done meanwhile. */
  <R> R withTrace(Function<TraceSource, R> use) {
    return pool.withTrace(trace, use);
  }
}
