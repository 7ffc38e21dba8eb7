package org.foretell.workflow.run;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.foretell.workflow.report.WorkflowFailures;
import org.foretell.workflow.report.WorkflowResult;
import org.jspecify.annotations.Nullable;
import umontreal.ssj.stat.Tally;

/**
 * Runs that differ in their random numbers.
 *
 * @param runs at least two
 * @param nodes of each
 */
record SeveralRuns(List<RunSummary> runs, int nodes) {
  private static final double CONFIDENCE = 0.95;
  private static final double SECONDS_PER_HOUR = 3600;

  /** The number of the run of median makespan, of two the faster one. */
  int median() {
    return IntStream.range(0, runs.size())
        .boxed()
        .sorted(Comparator.comparingDouble(run -> runs.get(run).makespanSeconds()))
        .toList()
        .get((runs.size() - 1) / 2);
  }

  /** What they say together. */
  WorkflowResult.Replicated replicated() {
    Tally tally = new Tally();
    runs.forEach(run -> tally.add(run.makespanSeconds()));
    double[] centre = new double[2];
    tally.confidenceIntervalStudent(CONFIDENCE, centre);
    return new WorkflowResult.Replicated(
        runs.size(),
        centre[0],
        centre[0] - centre[1],
        centre[0] + centre[1],
        tally.min(),
        tally.max(),
        nodes * centre[0] / SECONDS_PER_HOUR,
        nodes * centre[1] / SECONDS_PER_HOUR,
        mean(WorkflowFailures::failures),
        mean(WorkflowFailures::lostSeconds));
  }

  private @Nullable Double mean(ToDoubleFunction<WorkflowFailures> figure) {
    Tally tally = new Tally();
    runs.forEach(
        run -> run.failures().ifPresent(failed -> tally.add(figure.applyAsDouble(failed))));
    return tally.numberObs() == 0 ? null : tally.average();
  }
}
