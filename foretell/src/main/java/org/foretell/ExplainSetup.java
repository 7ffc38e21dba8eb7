package org.foretell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.foretell.analysis.efficiency.ComputationScaling;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.analysis.recorded.CallLog;
import org.foretell.analysis.recorded.RecordedRun;
import org.foretell.analysis.recorded.RecordedSummary;
import org.foretell.analysis.recorded.SpacedTrace;
import org.foretell.classification.file.ClassifierFile;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.TraceCheck;
import org.foretell.machine.Placement;
import org.foretell.observe.EfficiencySummary;
import org.foretell.observe.Statistics;
import org.foretell.replay.ExplainQuestion;
import org.foretell.replay.IntervalChoice;
import org.foretell.replay.LadderWarnings;
import org.foretell.replay.RunWarnings;
import org.foretell.replay.SensitivityChoice;
import org.foretell.replay.WholeRun;
import org.foretell.report.ExplainResult;
import org.foretell.report.RunResult;
import org.foretell.report.RunStatistics;
import org.foretell.result.InputException;
import org.foretell.result.Prediction;
import org.foretell.runner.Runner;
import org.foretell.scenario.Experiment;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * All settings of {@code sim explain}. Unset ones take its defaults; a machine and a trace are
 * required.
 */
public final class ExplainSetup extends RunSetup<ExplainSetup> {
  private @Nullable Path reference;
  private boolean isWeak;
  private final SensitivityChoice sensitivities = new SensitivityChoice();
  private boolean looksAtStructure;
  private boolean classifies;
  private @Nullable Path tree;
  private boolean looksAtRecorded;
  private IntervalChoice interval = IntervalChoice.USUAL;

  ExplainSetup() {}

  @Override
  ExplainSetup self() {
    return this;
  }

  /**
   * Names a run of the same program on another number of ranks, to find how much its computation
   * grows from that run to this one.
   *
   * @param trace a file or folder of any known format, replayed with the same settings; null for
   *     none
   * @return this
   */
  public ExplainSetup reference(@Nullable Path trace) {
    reference = trace;
    return this;
  }

  /**
   * Sets whether the problem grows with the number of ranks from the reference to the trace.
   *
   * @param weak false by default: the problem stays the same
   * @return this
   */
  public ExplainSetup weakScaling(boolean weak) {
    isWeak = weak;
    return this;
  }

  /**
   * Sets whether to find how parameters affect the time.
   *
   * @param wanted true for all parameters, by as many replays as that takes; false for none; null,
   *     the default, for those that one replay along the critical path can find, and the rest if
   *     the trace is short enough
   * @return this
   */
  public ExplainSetup sensitivities(@Nullable Boolean wanted) {
    sensitivities.wanted(wanted);
    return this;
  }

  /**
   * Sets whether to find the interval around the prediction, {@link RunResult#interval()}, as
   * {@link PredictionSetup#interval} does.
   *
   * @param wanted null, the default, for traces of at most 250,000 ops
   * @return this
   */
  public ExplainSetup interval(@Nullable Boolean wanted) {
    interval = new IntervalChoice(wanted);
    return this;
  }

  /**
   * Sets whether to find the structure of the programs, as {@code sim structure --all} does, with
   * the times of the run. It keeps the program of one rank in memory.
   *
   * @param wanted false by default
   * @return this
   */
  public ExplainSetup structure(boolean wanted) {
    looksAtStructure = wanted;
    return this;
  }

  /**
   * Sets whether to sort messages, collectives and OpenSHMEM updates by the cause of their
   * inefficiency, as {@code sim classify} does, based on the times of the run. Trees are trained in
   * the simulator, which takes some seconds, unless {@link #tree} names a file.
   *
   * @param wanted false by default
   * @return this
   */
  public ExplainSetup classes(boolean wanted) {
    classifies = wanted;
    return this;
  }

  /**
   * Names a file with previously trained trees, {@link ClassifierFile}; this implies {@link
   * #classes}.
   *
   * @param file trained for the same machine and model; null to train new trees if classes are
   *     wanted
   * @return this
   */
  public ExplainSetup tree(@Nullable Path file) {
    tree = file;
    return this;
  }

  /**
   * Sets whether to find also where ranks waited in the traced run, from its recorded times. This
   * takes about 30 bytes of memory for each call and 60 for each message.
   *
   * @param wanted false by default; true is refused for traces without recorded times
   * @return this
   */
  public ExplainSetup recorded(boolean wanted) {
    looksAtRecorded = wanted;
    return this;
  }

  /**
   * Predicts the run, and finds what its time consists of.
   *
   * @return the prediction and its causes; a deadlock is a result, not a failure
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting or an input is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   * @throws org.foretell.result.InputException if the trace holds unsupported ops
   * @throws org.foretell.model.ParameterException if the machine gives the model a wrong parameter
   * @throws CancellationException if it was cancelled
   */
  public ExplainResult run() {
    return named(this::explain);
  }

  private ExplainResult explain() {
    Plan plan = plan();
    Optional<ClassifierFile> read = ClassifierChoice.read(tree);
    try (OpenTrace trace = openTrace();
        Runner runner = Runner.builder().cancelWhen(this::isCancelled).build();
        ClassesOfRun classes = classes(planned(plan, trace), read)) {
      refuseWithoutTimes(trace);
      Planned planned = classes.planned();
      ExplainWatchers watchers =
          new ExplainWatchers(planned, draw(planned), looksAtStructure, classes);
      runner.borrow(trace, false); // What sorts messages reads it while replays go on.
      ExplainQuestion.Answer found =
          runner.ask(
              new ExplainQuestion(
                  new WholeRun(
                      planned.scenario(),
                      (start, statistics) -> {
                        observe(planned, start.trace().tables(), start.ready().builder());
                        watchers.begin(start);
                      },
                      progress(),
                      progressOps()),
                  sensitivities));
      Experiment experiment = planned.experiment();
      WholeRun.Result whole = found.whole();
      Statistics statistics = whole.statistics();
      RunWarnings warnings =
          new RunWarnings()
              .trace(trace)
              .compute(whole.ready().compute().warnings())
              .randomness(experiment, trace.source(), false);
      Done done =
          withInterval(
              planned, Done.of(whole.ready(), whole.prediction(), statistics, seed), warnings);
      RunResult run = result(planned, done, warnings);
      if (!run.completed()) {
        return new ExplainResult(
            run,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            watchers.hasLinks(),
            Optional.empty(),
            List.of(),
            List.of());
      }
      EfficiencyLadder rungs = found.ladder().orElseThrow();
      EfficiencyLadder ladder =
          new EfficiencyLadder(
              rungs.whole(), rungs.phases(), rungs.rungs(), scaling(plan, statistics));
      List<String> doubts = new ArrayList<>(LadderWarnings.of(ladder, trace.source().tables()));
      doubts.addAll(classes.warnings());
      return new ExplainResult(
          run,
          Optional.of(watchers.path(statistics)),
          Optional.of(ladder),
          Optional.of(watchers.waits()),
          classes.found(),
          looksAtRecorded ? Optional.of(recorded(trace)) : Optional.empty(),
          found.sensitivities(),
          watchers.linkLoads(whole.prediction().makespanPs()),
          watchers.hasLinks(),
          watchers.power(statistics),
          watchers.structure(),
          doubts);
    }
  }

  /** The run with the interval around it, if it is short enough or that was asked for. */
  private Done withInterval(Planned planned, Done done, RunWarnings warnings) {
    Prediction prediction = done.prediction();
    boolean hasMachine = planned.plan().chosen().isPresent();
    if (!hasMachine
        || prediction.outcome() != Prediction.Outcome.COMPLETED
        || planned.experiment().isRandom(planned.trace().source())) {
      warnings.interval(interval, hasMachine);
      return done;
    }
    return done.with(
        interval.isWanted(prediction.operations())
            ? around(
                planned,
                prediction,
                new RunStatistics(done.statistics()),
                warnings,
                (ended, all) -> {})
            : Optional.empty(),
        interval.isTooLong(prediction.operations()));
  }

  private ClassesOfRun classes(Planned planned, Optional<ClassifierFile> read) {
    ClassifierChoice choice =
        new ClassifierChoice(planned, placement, parameters, seed, this::heedCancellation);
    return classifies || tree != null
        ? ClassesOfRun.wanted(choice, tree, read)
        : ClassesOfRun.none(planned);
  }

  private void refuseWithoutTimes(OpenTrace trace) {
    if (looksAtRecorded && !trace.source().capabilities().contains(Capability.CALL_TIMES)) {
      throw ForetellException.badInput(
          traceShown()
              + ": has no recorded times of calls, which the recorded waits come from; folders of"
              + " Foretell's tracer have them, and sim convert keeps them unless --no-call-times is"
              + " given");
    }
  }

  private RecordedSummary recorded(OpenTrace trace) {
    CallLog log = new CallLog(trace.source().info().ranks());
    Simulation.Builder replay =
        TraceCheck.replay(new SpacedTrace(trace.source()), true, log)
            .compute((rank, burst, marker) -> 1);
    heedCancellation(replay);
    if (replay.build().run().outcome() != Prediction.Outcome.COMPLETED) {
      throw ForetellException.programStuck(
          traceShown()
              + ": the program does not complete if nothing takes time, so receives cannot be"
              + " matched with sends; sim check shows where it stops");
    }
    return RecordedRun.of(trace.source(), log);
  }

  private Optional<ComputationScaling> scaling(Plan plan, Statistics own) {
    if (reference == null) {
      return Optional.empty();
    }
    Path file = reference;
    try {
      return Optional.of(NamedFailures.of(file.toString(), () -> scaling(plan, own, file)));
    } catch (TraceException | InputException failed) {
      // Not to be taken for one of the trace that is explained.
      throw ForetellException.badInput(String.valueOf(failed.getMessage()));
    }
  }

  private ComputationScaling scaling(Plan plan, Statistics own, Path file) {
    try (OpenTrace trace = readAs(new InfoSetup()).trace(file).openTrace()) {
      Experiment experiment = planned(plan, trace).experiment();
      Placement places = experiment.context().placement();
      Statistics statistics = new Statistics(places, EnumSet.noneOf(Statistics.Part.class));
      Simulation.Builder simulation =
          experiment.simulation(trace.source(), seed).builder().observer(statistics);
      heedCancellation(simulation);
      if (simulation.build().run().outcome() != Prediction.Outcome.COMPLETED) {
        throw ForetellException.programStuck(
            file + ": the program of the reference does not complete");
      }
      EfficiencySummary ofReference = statistics.efficiency();
      EfficiencySummary ofThis = own.efficiency();
      return new ComputationScaling(
          trace.name(),
          trace.sha256(),
          isWeak,
          ofReference.ranks(),
          ofReference.makespanPs(),
          ofReference.computePs().toDouble(),
          ofThis.ranks(),
          ofThis.makespanPs(),
          ofThis.computePs().toDouble());
    }
  }
}
