package org.foretell;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.machine.Machine;
import org.foretell.models.noise.Replications;
import org.foretell.observe.Statistics;
import org.foretell.question.Questions;
import org.foretell.replay.IntervalChoice;
import org.foretell.replay.LeadsOnly;
import org.foretell.replay.ReplicationChoice;
import org.foretell.replay.RunWarnings;
import org.foretell.report.PredictionInterval;
import org.foretell.report.RunResult;
import org.foretell.report.RunStatistics;
import org.foretell.report.RunsListener;
import org.foretell.result.Prediction;
import org.foretell.runner.Runner;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.TraceContent;
import org.jspecify.annotations.Nullable;

/** All settings of {@code sim run}. Unset ones take its defaults. */
public final class PredictionSetup extends RunSetup<PredictionSetup> {
  private IntervalChoice interval = IntervalChoice.USUAL;
  private final ReplicationChoice replications = new ReplicationChoice();
  private boolean matrix = true;
  private boolean leads;
  private RunsListener runs = (done, total) -> {};
  private RunsListener intervalRuns = (done, total) -> {};

  PredictionSetup() {}

  @Override
  PredictionSetup self() {
    return this;
  }

  /**
   * Repeats the run with different random numbers; the result describes a median run.
   *
   * @param count null for a single run without statistics over runs
   * @return this
   */
  public PredictionSetup replications(@Nullable Integer count) {
    replications.count(count);
    return this;
  }

  /**
   * Sets how many threads work at once: on replications, or on parts of the ranks of a long trace,
   * where the model and the trace allow that. Results do not depend on it.
   *
   * @param count at least 1; null for one on each core
   * @return this
   */
  public PredictionSetup threads(@Nullable Integer count) {
    replications.threads(count);
    return this;
  }

  /**
   * Sets whether to count messages for each pair of ranks, {@link RunStatistics#matrix()}; true by
   * default.
   *
   * @param wanted false saves about 40 bytes for each pair of ranks that exchange messages
   * @return this
   */
  public PredictionSetup matrix(boolean wanted) {
    matrix = wanted;
    return this;
  }

  /**
   * Sets whether to find the interval around the prediction that follows from the bounds of the
   * machine's figures and from other models, {@link RunResult#interval()}. It takes about twenty
   * replays, on all cores at once; observers are not called for them. By default the interval is
   * found for traces of at most 250,000 ops. Random runs, replications and runs without a machine
   * have no interval.
   *
   * @param wanted null for the default
   * @return this
   */
  public PredictionSetup interval(@Nullable Boolean wanted) {
    interval = new IntervalChoice(wanted);
    return this;
  }

  /**
   * Reports how many replications are done.
   *
   * @param listener called by any of the replaying threads
   * @return this
   */
  public PredictionSetup replicationProgress(RunsListener listener) {
    Objects.requireNonNull(listener, "listener");
    runs = listener;
    return this;
  }

  /**
   * Reports how many replays for the interval are done. Their total grows if the first replays show
   * that more are needed.
   *
   * @param listener called by any of the replaying threads
   * @return this
   */
  public PredictionSetup intervalProgress(RunsListener listener) {
    Objects.requireNonNull(listener, "listener");
    intervalRuns = listener;
    return this;
  }

  /**
   * Sets whether to simulate only leads, two ranks of each kind, if the whole program takes the
   * same time (docs/clustering.md has the error). It is for models {@code simple} and {@code
   * loggops}, one node per rank, collectives by formula, and traces whose ranks are of few kinds;
   * anything else is refused.
   *
   * @param only true for leads only
   * @return this
   */
  public PredictionSetup leads(boolean only) {
    leads = only;
    return this;
  }

  /**
   * Predicts the run.
   *
   * @return the prediction and everything it is based on; a deadlock is a result, not a failure
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting or an input is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   * @throws org.foretell.result.InputException if the trace holds unsupported ops
   * @throws org.foretell.model.ParameterException if the machine gives the model a wrong parameter
   * @throws CancellationException if the run was cancelled
   */
  public RunResult run() {
    return named(this::predict);
  }

  private RunResult predict() {
    Plan plan = plan();
    Optional<Machine> machine = plan.chosen().map(c -> c.choice().machine());
    boolean replicated = replications.wanted();
    if (leads && (replicated || interval.isAskedFor())) {
      throw ForetellException.usage("a run of leads only cannot have replications or an interval");
    }
    try (OpenTrace opened = openTrace()) {
      Optional<LeadsOnly> only = leads ? Optional.of(new LeadsOnly(opened)) : Optional.empty();
      OpenTrace trace = only.map(LeadsOnly::trace).orElse(opened);
      Planned planned = planned(plan, trace);
      Experiment experiment = planned.experiment();
      Optional<Replications> all = replicated ? Optional.of(replicated(planned)) : Optional.empty();
      long shownSeed = all.map(r -> r.seed(r.representative())).orElse(seed);
      Experiment.Ready ready = experiment.simulation(trace.source(), shownSeed);
      Statistics statistics = new Statistics(experiment.context().placement(), parts());
      only.ifPresent(
          each -> {
            Experiment whole = planned.scenario().withTrace(TraceContent.of(opened)).experiment();
            each.check(plan.registry().ofAlikeNodes(), experiment, whole, machine);
            ready.builder().communication(each.model(ready.model()));
          });
      Simulation.Builder simulation = watched(planned, ready, statistics);
      if (!leads) {
        simulation.threads(
            replications.threads(), () -> experiment.share(trace.another(), shownSeed));
      }
      Prediction prediction = simulation.build().run();
      RunWarnings warnings =
          new RunWarnings()
              .trace(trace)
              .compute(ready.compute().warnings())
              .randomness(experiment, trace.source(), replicated);
      boolean mayHaveInterval =
          !leads
              && plan.chosen().isPresent()
              && prediction.outcome() == Prediction.Outcome.COMPLETED
              && !replicated
              && !experiment.isRandom(trace.source());
      Optional<PredictionInterval> around = Optional.empty();
      if (mayHaveInterval && interval.isWanted(prediction.operations())) {
        around = around(planned, prediction, new RunStatistics(statistics), warnings, intervalRuns);
      } else if (!mayHaveInterval && !leads) {
        warnings.interval(interval, plan.chosen().isPresent());
      }
      return result(
          planned,
          new Done(
              ready,
              prediction,
              statistics,
              shownSeed,
              all,
              around,
              mayHaveInterval && interval.isTooLong(prediction.operations())),
          warnings);
    }
  }

  private Replications replicated(Planned planned) {
    int count = replications.count();
    try (Runner runner =
        Runner.builder()
            .threads(Math.min(count, replications.threads()))
            .cancelWhen(this::isCancelled)
            .build()) {
      runner.borrow(planned.trace());
      return runner.ask(
          Questions.replications(planned.scenario(), count),
          (done, wanted) -> runs.runs(done, count));
    }
  }

  private Set<Statistics.Part> parts() {
    Set<Statistics.Part> parts = EnumSet.allOf(Statistics.Part.class);
    if (!matrix) {
      parts.remove(Statistics.Part.MATRIX);
    }
    return parts;
  }
}
