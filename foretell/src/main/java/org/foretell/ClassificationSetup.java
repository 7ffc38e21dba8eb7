package org.foretell;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.foretell.classification.Classification;
import org.foretell.classification.ClassificationSummary;
import org.foretell.classification.Classifier;
import org.foretell.classification.Training;
import org.foretell.classification.call.CallJoin;
import org.foretell.classification.file.ClassifierFile;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.TraceCheck;
import org.foretell.machine.Placement;
import org.foretell.replay.RunWarnings;
import org.foretell.report.ClassificationResult;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/**
 * All settings of {@code sim classify}. Unset ones take its defaults; a machine and a trace are
 * required.
 */
public final class ClassificationSetup extends RunSetup<ClassificationSetup> {
  private @Nullable Path tree;
  private boolean recorded;
  private boolean labelled;

  ClassificationSetup() {}

  @Override
  ClassificationSetup self() {
    return this;
  }

  /**
   * Names a file with previously trained trees, {@link ClassifierFile}.
   *
   * @param file trained for the same machine and model; null to train new trees in the simulator
   * @return this
   */
  public ClassificationSetup tree(@Nullable Path file) {
    tree = file;
    return this;
  }

  /**
   * Sets where the times of calls come from.
   *
   * @param fromTrace true for the times of the traced run, false for those of a replay
   * @return this
   */
  public ClassificationSetup recorded(boolean fromTrace) {
    recorded = fromTrace;
    return this;
  }

  /**
   * Sets whether the trace is a training set: micro-benchmarks whose phases are named after
   * classes, used with their recorded times.
   *
   * @param isTraining false by default
   * @return this
   */
  public ClassificationSetup labelled(boolean isTraining) {
    labelled = isTraining;
    return this;
  }

  /**
   * Classifies the run.
   *
   * @return the share of each class, and the evidence for it
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting or an input is wrong, or the program does not finish
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, is damaged,
   *     or holds task graphs
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   * @throws org.foretell.result.InputException if the trace holds unsupported ops
   * @throws org.foretell.model.ParameterException if the machine gives the model a wrong parameter
   * @throws CancellationException if it was cancelled
   */
  public ClassificationResult run() {
    return named(this::classify);
  }

  private ClassificationResult classify() {
    if (recorded && tree == null && !labelled) {
      throw ForetellException.usage(
          "recorded times need a tree trained on recorded times of micro-benchmarks; name one (in"
              + " sim: --tree FILE, from --train FILE --recorded)");
    }
    if (labelled && (tree != null || !recorded)) {
      throw ForetellException.usage(
          "training on a trace of micro-benchmarks uses its recorded times and no other tree; leave"
              + " out the tree and request recorded times");
    }
    Plan plan = plan();
    Optional<ClassifierFile> read = ClassifierChoice.read(tree);
    try (OpenTrace trace = openTrace()) {
      refuseWithoutTimes(trace);
      Planned planned = planned(plan, trace);
      Set<String> warnings = new LinkedHashSet<>();
      ClassifierChoice choice =
          new ClassifierChoice(planned, placement, parameters, seed, this::heedCancellation);
      ClassifierFile used =
          read.orElseGet(() -> labelled ? trainedOnTrace(planned, choice) : choice.trained());
      if (tree != null) {
        choice.check(tree, used, recorded, warnings);
      }
      ClassificationSummary summary = summary(planned, used.classifier(), warnings);
      return new ClassificationResult(
          Version.text(),
          summary(trace, OptionalLong.empty()),
          planned.plan().chosen().map(chosen -> chosen.choice().machine().name()),
          planned.model().provider().name(),
          recorded,
          used,
          summary,
          List.copyOf(warnings));
    }
  }

  private void refuseWithoutTimes(OpenTrace trace) {
    if (recorded && !trace.source().capabilities().contains(Capability.CALL_TIMES)) {
      throw ForetellException.badInput(
          traceShown()
              + ": has no recorded times of calls; folders of Foretell's tracer have them, and sim"
              + " convert keeps them unless --no-call-times is given");
    }
  }

  private ClassifierFile trainedOnTrace(Planned planned, ClassifierChoice choice) {
    try {
      Classifier classifier =
          Training.usual(2, seed)
              .train(
                  planned.trace().source(),
                  (program, place, observer) ->
                      finished(TraceCheck.replay(program, true, observer)));
      return new ClassifierFile(choice.origin(true), classifier);
    } catch (IllegalArgumentException nothing) {
      throw ForetellException.badInput(traceShown() + ": " + nothing.getMessage());
    }
  }

  private ClassificationSummary summary(
      Planned planned, Classifier classifier, Set<String> warnings) {
    OpenTrace trace = planned.trace();
    Experiment experiment = planned.experiment();
    Placement places = experiment.context().placement();
    Classification counts =
        new Classification(classifier, recorded ? (one, other) -> false : places::sameNode);
    try (CallJoin join = new CallJoin(trace.source(), recorded, counts)) {
      if (recorded) {
        finished(TraceCheck.replay(trace.source(), true, join));
      } else {
        Experiment.Ready ready = experiment.simulation(trace.source(), seed);
        Simulation.Builder simulation = ready.builder().observer(join);
        watch(simulation);
        finished(simulation);
        warnings.addAll(
            new RunWarnings()
                .trace(trace)
                .compute(ready.compute().warnings())
                .randomness(experiment, trace.source(), false)
                .list());
      }
      ClassifierChoice.warnOfOpen(join.open(), warnings);
      return counts.summary(join.open());
    }
  }

  private void finished(Simulation.Builder simulation) {
    if (simulation.build().run().outcome() != Prediction.Outcome.COMPLETED) {
      throw ForetellException.programStuck(
          traceShown()
              + ": the program does not complete, so not all calls have times; sim run shows where"
              + " it stops");
    }
  }
}
