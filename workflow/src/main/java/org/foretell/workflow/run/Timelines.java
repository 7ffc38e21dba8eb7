package org.foretell.workflow.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.foretell.observe.SpanMeans;
import org.foretell.time.Ps;
import org.foretell.workflow.report.WorkflowTimeline;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.Workflow;

/**
 * What happened over time in a run that has ended.
 *
 * @param workflow what ran
 * @param attempts of its tasks
 * @param workers without the master
 * @param makespanPs its end
 */
record Timelines(Workflow workflow, Attempts attempts, int workers, long makespanPs) {
  private static final int SPANS = 256;

  /** The run, with its power if that is known. */
  WorkflowTimeline of(Optional<WorkflowPower> power) {
    int stages = workflow.stages().size();
    SpanMeans[] busy = counts(stages);
    SpanMeans[] waiting = counts(stages);
    SpanMeans cores = new SpanMeans(Ps.toSeconds(makespanPs), SPANS);
    for (int attempt = 0; attempt < attempts.size(); attempt++) {
      TaskKind kind = workflow.kind(attempts.task(attempt));
      int stage = workflow.stage(attempts.task(attempt));
      double start = Ps.toSeconds(attempts.startPs(attempt));
      double end = Ps.toSeconds(attempts.endPs(attempt));
      waiting[stage].add(1, Ps.toSeconds(attempts.readyPs(attempt)), start);
      busy[stage].add(kind.nodes(), start, end);
      cores.add((double) kind.nodes() * kind.cores(), start, end);
    }
    List<WorkflowTimeline.StageTimes> times = new ArrayList<>();
    for (int stage = 0; stage < stages; stage++) {
      times.add(
          new WorkflowTimeline.StageTimes(
              workflow.stages().get(stage), busy[stage].list(), waiting[stage].list()));
    }
    return new WorkflowTimeline(
        Ps.toSeconds(makespanPs) / SPANS,
        times,
        power.map(of -> watts(of, busy, cores.means())).orElse(null),
        listed());
  }

  private SpanMeans[] counts(int stages) {
    SpanMeans[] counts = new SpanMeans[stages];
    Arrays.setAll(counts, stage -> new SpanMeans(Ps.toSeconds(makespanPs), SPANS));
    return counts;
  }

  private List<Double> watts(WorkflowPower power, SpanMeans[] busy, double[] busyCores) {
    double[] busyWorkers = new double[SPANS];
    for (SpanMeans stage : busy) {
      double[] means = stage.means();
      Arrays.setAll(busyWorkers, span -> busyWorkers[span] + means[span]);
    }
    List<Double> watts = new ArrayList<>();
    for (int span = 0; span < SPANS; span++) {
      watts.add(power.watts(busyCores[span], workers + 1 - busyWorkers[span]));
    }
    return watts;
  }

  private List<WorkflowTimeline.Attempt> listed() {
    List<WorkflowTimeline.Attempt> listed = new ArrayList<>();
    if (attempts.size() > WorkflowTimeline.MOST_ATTEMPTS) {
      return listed;
    }
    for (int attempt = 0; attempt < attempts.size(); attempt++) {
      int task = attempts.task(attempt);
      listed.add(
          new WorkflowTimeline.Attempt(
              workflow.label(task),
              workflow.stage(task),
              attempts.worker(attempt),
              workflow.kind(task).nodes(),
              attempts.isLost(attempt),
              Ps.toSeconds(attempts.startPs(attempt)),
              Ps.toSeconds(attempts.endPs(attempt))));
    }
    return listed;
  }
}
