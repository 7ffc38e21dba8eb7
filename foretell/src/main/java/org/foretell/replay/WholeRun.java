package org.foretell.replay;

import java.util.EnumSet;
import java.util.Optional;
import org.foretell.observe.ProgressListener;
import org.foretell.observe.Statistics;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;

/** The run of a scenario as it is, with its statistics, which others may watch as well. */
public final class WholeRun implements Replay<WholeRun.Result> {
  private final Scenario scenario;
  private final Watch watch;
  private final ProgressListener listener;
  private final long everyOps;

  /** Adds observers to a simulation. */
  @FunctionalInterface
  public interface Watch {
    /**
     * Before it runs, in the thread that will run it.
     *
     * @param start its simulation
     * @param statistics are taken of it
     */
    void begin(ReplayStart start, Statistics statistics);
  }

  /**
   * What was found.
   *
   * @param ready the simulation that has run
   * @param prediction how it ended
   * @param statistics all there are
   * @param capabilities of the trace
   * @param mostBytes no message has more
   * @param extrapolationError as {@link #extrapolationError} has it
   * @param isRandom whether another seed may give another prediction
   */
  public record Result(
      Experiment.Ready ready,
      Prediction prediction,
      Statistics statistics,
      EnumSet<Capability> capabilities,
      long mostBytes,
      double extrapolationError,
      boolean isRandom) {
    /** Whether the program came to its end. */
    public boolean isCompleted() {
      return prediction.outcome() == Prediction.Outcome.COMPLETED;
    }
  }

  /**
   * One that others watch.
   *
   * @param listener receives the progress
   * @param everyOps how often
   */
  public WholeRun(Scenario scenario, Watch watch, ProgressListener listener, long everyOps) {
    this.scenario = scenario;
    this.watch = watch;
    this.listener = listener;
    this.everyOps = everyOps;
  }

  /** One that nobody else watches. */
  public WholeRun(Scenario scenario) {
    this(scenario, (start, statistics) -> {}, (timePs, operations, all) -> {}, Long.MAX_VALUE);
  }

  @Override
  public Scenario scenario() {
    return scenario;
  }

  @Override
  public Optional<String> variant() {
    return Optional.empty();
  }

  /**
   * {@return the relative error of the run time that was measured when a trace was extrapolated; 0
   * if it was not, or no error was measured}
   *
   * @param trace of the run
   */
  public static double extrapolationError(TraceSource trace) {
    return trace.info().extrapolated().map(how -> how.timeError().orElse(0)).orElse(0.0);
  }

  @Override
  public Result replay(ReplayStart start) {
    Statistics statistics =
        new Statistics(
            scenario.experiment().context().placement(), EnumSet.allOf(Statistics.Part.class));
    start.ready().builder().observer(statistics);
    watch.begin(start, statistics);
    Prediction prediction = start.run(start.ready().builder(), listener, everyOps);
    EnumSet<Capability> capabilities = EnumSet.noneOf(Capability.class);
    capabilities.addAll(start.trace().capabilities());
    return new Result(
        start.ready(),
        prediction,
        statistics,
        capabilities,
        MessageBound.of(start.trace(), statistics),
        extrapolationError(start.trace()),
        scenario.experiment().isRandom(start.trace()));
  }
}
