package org.foretell.replay;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.models.noise.Replications;
import org.foretell.report.RunsListener;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** The options that ask for several runs with different random numbers. */
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
    if (threads != null && count == null) {
      throw ForetellException.usage("threads are for replications; say how many of these too");
    }
    return count != null;
  }

  /**
   * Makes all runs, if they are {@link #wanted}.
   *
   * @param watch is handed each simulation before it runs
   * @param told hears how many runs are done; called by any thread
   */
  public Replications run(
      Experiment experiment,
      OpenTrace trace,
      long seed,
      Consumer<Simulation.Builder> watch,
      RunsListener told) {
    int runs = count == null ? 1 : count;
    int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    AtomicInteger done = new AtomicInteger();
    return Replications.run(
        runs,
        atOnce,
        seed,
        () ->
            new OnThread(
                experiment, trace.reopen(), watch, () -> told.runs(done.incrementAndGet(), runs)));
  }

  /** Runs one after the other, on a trace source of their own. */
  private record OnThread(
      Experiment experiment, TraceSource trace, Consumer<Simulation.Builder> watch, Runnable told)
      implements Replications.Worker {
    @Override
    public Prediction run(long seed) {
      Simulation.Builder simulation = experiment.simulation(trace, seed).builder();
      watch.accept(simulation);
      Prediction prediction = simulation.build().run();
      told.run();
      return prediction;
    }

    @Override
    public void close() {
      trace.close();
    }
  }
}
