package org.foretell;

import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.foretell.analysis.path.PathProfile;
import org.foretell.analysis.path.PathSummary;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.observe.Statistics;
import org.foretell.replay.Experiment;
import org.foretell.replay.RunWarnings;
import org.foretell.report.ExplainResult;
import org.foretell.report.RunResult;
import org.foretell.result.Prediction;
import org.foretell.trace.Capability;

/**
 * All that {@code sim explain} can be told. What is not set is as {@code sim explain} has it;
 * machine and trace at least have to be said.
 */
public final class ExplainSetup extends RunSetup<ExplainSetup> {
  ExplainSetup() {}

  @Override
  ExplainSetup self() {
    return this;
  }

  /**
   * Predicts, and finds out why it takes that long.
   *
   * @return the prediction, and what makes it; a deadlock is a result, not a failure
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting or an input is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   * @throws org.foretell.result.InputException if the trace holds ops that are refused
   * @throws org.foretell.model.ParameterException if what the machine says to the model is wrong
   * @throws CancellationException if it was cancelled
   */
  public ExplainResult run() {
    return named(this::explain);
  }

  private ExplainResult explain() {
    Plan plan = plan();
    try (OpenTrace trace = openTrace()) {
      Planned planned = planned(plan, trace);
      Experiment experiment = planned.experiment();
      Experiment.Ready ready = experiment.simulation(trace.source(), seed);
      Statistics statistics =
          new Statistics(experiment.context().placement(), EnumSet.allOf(Statistics.Part.class));
      Simulation.Builder simulation = watched(ready, statistics);
      boolean hasPath = !trace.source().capabilities().contains(Capability.TASK_GRAPHS);
      PathProfile path = new PathProfile(trace.source().info().ranks());
      if (hasPath) {
        simulation.criticalPath(path);
      }
      Prediction prediction = simulation.build().run();
      RunWarnings warnings =
          new RunWarnings()
              .trace(trace)
              .compute(ready.compute().warnings())
              .randomness(experiment, trace.source(), false);
      RunResult run = result(planned, Done.of(ready, prediction, statistics, seed), warnings);
      Optional<PathSummary> found =
          hasPath && run.completed() ? Optional.of(path.summary(statistics)) : Optional.empty();
      return new ExplainResult(run, found);
    }
  }
}
