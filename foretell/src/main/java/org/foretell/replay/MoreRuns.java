package org.foretell.replay;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.foretell.engine.Simulation;
import org.foretell.failure.FailureKind;
import org.foretell.failure.FailureText;
import org.foretell.input.OpenTrace;
import org.foretell.report.RunsListener;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** Replays a trace in other ways than the one that was asked for, on all cores at once. */
final class MoreRuns {
  /** Of all runs at once; ranks decide how much memory a run takes. */
  private static final int MOST_RANKS = 1 << 18;

  private final OpenTrace trace;
  private final long seed;
  private final Consumer<Simulation.Builder> watch;
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
   * @param watch is handed each simulation before it runs, by any thread
   * @param told hears how many runs are done, of those planned so far; called by any thread
   */
  MoreRuns(OpenTrace trace, long seed, Consumer<Simulation.Builder> watch, RunsListener told) {
    this.told = told;
    this.trace = trace;
    this.seed = seed;
    this.watch = watch;
  }

  /** How many runs there were. */
  int runs() {
    return runs.get();
  }

  int ranks() {
    return trace.source().info().ranks();
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
    if (tasks.isEmpty()) {
      return List.of();
    }
    planned.addAndGet(tasks.size() * runsEach);
    int cores = Runtime.getRuntime().availableProcessors();
    int threads = Math.max(1, Math.min(Math.min(cores, tasks.size()), MOST_RANKS / ranks()));
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<R> results = new ArrayList<>();
      List<Callable<R>> calls = tasks.stream().map(task -> call(task, work)).toList();
      for (Future<R> one : pool.invokeAll(calls)) {
        results.add(one.get());
      }
      return results;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Error error) {
        throw error;
      }
      if (failed.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new IllegalStateException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while runs are made", interrupted);
    } finally {
      pool.shutdown();
    }
  }

  private static <T, R> Callable<R> call(T task, Function<T, R> work) {
    return () -> work.apply(task);
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
    } catch (TraceException | UncheckedIOException | CancellationException ofAll) {
      throw ofAll;
    } catch (RuntimeException failure) {
      if (FailureKind.of(failure).isEmpty()) {
        throw failure;
      }
      return new Outcome(null, FailureText.inALine(failure));
    }
  }

  /** One replay. */
  Prediction run(Simulation.Builder simulation) {
    watch.accept(simulation);
    try {
      return simulation.build().run();
    } finally {
      told.runs(runs.incrementAndGet(), planned.get());
    }
  }

  /** Hands the trace to a thread. */
  <R> R withTrace(Function<TraceSource, R> use) {
    try (TraceSource source = trace.reopen()) {
      return use.apply(source);
    }
  }
}
