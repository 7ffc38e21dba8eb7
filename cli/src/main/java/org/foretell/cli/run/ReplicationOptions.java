package org.foretell.cli.run;

import java.util.concurrent.atomic.AtomicInteger;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.shell.UserException;
import org.foretell.cli.trace.OpenTrace;
import org.foretell.models.noise.Replications;
import org.foretell.result.Prediction;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that ask for several runs with different random numbers. */
final class ReplicationOptions {
  private static final int MOST = 1_000_000;

  @Option(
      names = "--replications",
      paramLabel = "N",
      description =
          "Run N times with different random numbers; the report has the mean, its confidence"
              + " interval and quantiles, and describes a median run in all else.")
  private @Nullable Integer count;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "How many replications run at once; all cores when not given. The figures do not depend"
              + " on it.")
  private @Nullable Integer threads;

  /** Whether replications are wanted. */
  boolean wanted() {
    if (count != null && (count < 1 || count > MOST)) {
      throw UserException.usage("--replications " + count + " is out of range; write 1 to " + MOST);
    }
    if (threads != null && threads < 1) {
      throw UserException.usage("--threads " + threads + " is out of range; write 1 or more");
    }
    if (threads != null && count == null) {
      throw UserException.usage("--threads is for --replications; give that option too");
    }
    return count != null;
  }

  /** Makes all runs, if they are {@link #wanted}. */
  Replications run(Experiment experiment, OpenTrace trace, long seed, ProgressLine progress) {
    int runs = count == null ? 1 : count;
    int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    AtomicInteger done = new AtomicInteger();
    return Replications.run(
        runs,
        atOnce,
        seed,
        () ->
            new OnThread(
                experiment, trace.reopen(), () -> progress.runs(done.incrementAndGet(), runs)));
  }

  /** Runs one after the other, on a trace source of their own. */
  private record OnThread(Experiment experiment, TraceSource trace, Runnable told)
      implements Replications.Worker {
    @Override
    public Prediction run(long seed) {
      Prediction prediction = experiment.simulation(trace, seed).builder().build().run();
      told.run();
      return prediction;
    }

    @Override
    public void close() {
      trace.close();
    }
  }
}
