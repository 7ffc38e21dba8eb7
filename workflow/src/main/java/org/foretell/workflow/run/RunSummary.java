package org.foretell.workflow.run;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.foretell.time.Ps;
import org.foretell.workflow.report.PathReport;
import org.foretell.workflow.report.StageReport;
import org.foretell.workflow.report.WorkflowFailures;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.Workflow;

/**
 * What one run comes to.
 *
 * @param makespanSeconds until the last worker has stopped
 * @param stages in their order
 * @param path the critical path
 * @param widths time by number of busy workers, those included that a task holds on other nodes
 * @param busySeconds of all workers together
 * @param busyCoreSeconds of all cores that tasks occupied
 * @param failures what they cost; empty unless they are simulated
 * @param givenUp tasks whose last retry was wrong
 * @param neverRun tasks that waited for one of those
 */
record RunSummary(
    double makespanSeconds,
    List<StageReport> stages,
    PathReport path,
    List<WorkflowResult.Width> widths,
    double busySeconds,
    double busyCoreSeconds,
    Optional<WorkflowFailures> failures,
    int givenUp,
    int neverRun) {

  /**
   * For how long cores of the master and of workers without a task waited.
   *
   * @param workers without the master
   * @param cores of all nodes
   */
  double waitingCoreSeconds(int workers, long cores) {
    double freeSeconds = cores * makespanSeconds - busyCoreSeconds;
    return Math.max(0, Math.min((workers + 1) * makespanSeconds - busySeconds, freeSeconds));
  }

  /** Sums up a run that has ended. Takes the time of sorting its attempts. */
  static RunSummary of(Workflow workflow, Dispatcher ended, WorkerPlaces places, long makespanPs) {
    int workers = places.workers();
    int nodes = places.nodes();
    Attempts attempts = ended.attempts();
    Sums[] sums = new Sums[workflow.stages().size()];
    for (int stage = 0; stage < sums.length; stage++) {
      sums[stage] = new Sums();
    }
    for (int task = 0; task < workflow.tasks(); task++) {
      sums[workflow.stage(task)].tasks++;
    }
    int[] tried = new int[workflow.tasks()];
    BitSet lastLost = new BitSet();
    for (int attempt = 0; attempt < attempts.size(); attempt++) {
      int task = attempts.task(attempt);
      boolean wasWrong = tried[task]++ > 0 && !lastLost.get(task);
      lastLost.set(task, attempts.isLost(attempt));
      sums[workflow.stage(task)].add(attempts, attempt, wasWrong, workflow.kind(task));
    }
    double available = Ps.toSeconds(makespanPs) * workers;
    List<StageReport> stages = new ArrayList<>();
    for (int stage = 0; stage < sums.length; stage++) {
      stages.add(sums[stage].report(workflow.stages().get(stage), available));
    }
    int tasksTried = (int) Arrays.stream(tried).filter(count -> count > 0).count();
    return new RunSummary(
        Ps.toSeconds(makespanPs),
        stages,
        path(workflow, attempts, makespanPs),
        widths(workflow, attempts, makespanPs),
        Arrays.stream(sums).mapToDouble(sum -> sum.busySeconds).sum(),
        Arrays.stream(sums).mapToDouble(sum -> sum.coreSeconds).sum(),
        ended
            .failureClock()
            .map(clock -> failures(workflow, ended, clock.count(nodes, makespanPs))),
        ended.givenUp(),
        workflow.tasks() - tasksTried);
  }

  private static WorkflowFailures failures(Workflow workflow, Dispatcher ended, int count) {
    Attempts attempts = ended.attempts();
    int lost = 0;
    double lostSeconds = 0;
    for (int attempt = 0; attempt < attempts.size(); attempt++) {
      if (attempts.isLost(attempt)) {
        int nodes = workflow.kind(attempts.task(attempt)).nodes();
        long tookPs = attempts.endPs(attempt) - attempts.startPs(attempt);
        lost++;
        lostSeconds += nodes * Ps.toSeconds(tookPs - attempts.keptPs(attempt));
      }
    }
    return new WorkflowFailures(
        count, lost, lostSeconds, Ps.toSeconds(ended.restarts().workersPs()));
  }

  /** The sums of a stage. */
  private static final class Sums {
    private int tasks;
    private int attempts;
    private int again;
    private int lost;
    private double seconds;

    /** Of all workers that its tasks occupied. */
    private double busySeconds;

    /** Of all cores that its tasks occupied. */
    private double coreSeconds;

    private double least = Double.POSITIVE_INFINITY;
    private double most;
    private double queue;
    private double mostQueue;
    private long firstPs = Long.MAX_VALUE;
    private long lastPs;

    void add(Attempts all, int attempt, boolean isRepeated, TaskKind kind) {
      double took = Ps.toSeconds(all.endPs(attempt) - all.startPs(attempt));
      double waited = Ps.toSeconds(all.startPs(attempt) - all.readyPs(attempt));
      attempts++;
      again += isRepeated ? 1 : 0;
      lost += all.isLost(attempt) ? 1 : 0;
      seconds += all.isLost(attempt) ? 0 : took;
      busySeconds += took * kind.nodes();
      coreSeconds += took * kind.nodes() * kind.cores();
      least = all.isLost(attempt) ? least : Math.min(least, took);
      most = Math.max(most, took);
      queue += waited;
      mostQueue = Math.max(mostQueue, waited);
      firstPs = Math.min(firstPs, all.startPs(attempt));
      lastPs = Math.max(lastPs, all.endPs(attempt));
    }

    StageReport report(String name, double availableSeconds) {
      int count = Math.max(1, attempts);
      int ended = Math.max(1, attempts - lost);
      return new StageReport(
          name,
          tasks,
          attempts,
          again,
          lost,
          seconds / ended,
          attempts == lost ? 0 : least,
          most,
          queue / count,
          mostQueue,
          availableSeconds > 0 ? busySeconds / availableSeconds : 0,
          attempts == 0 ? 0 : Ps.toSeconds(firstPs),
          Ps.toSeconds(lastPs));
    }
  }

  private static PathReport path(Workflow workflow, Attempts attempts, long makespanPs) {
    int stages = workflow.stages().size();
    long[] computed = new long[stages];
    int[] counts = new int[stages];
    int last = Attempts.NONE;
    for (int attempt = 0; attempt < attempts.size(); attempt++) {
      if (last == Attempts.NONE || attempts.knownPs(attempt) > attempts.knownPs(last)) {
        last = attempt;
      }
    }
    long messages = 0;
    long restarts = 0;
    int forTasks = 0;
    int forWorkers = 0;
    long knownPs = last == Attempts.NONE ? 0 : attempts.knownPs(last);
    for (int at = last; at != Attempts.NONE; at = attempts.trigger(at)) {
      int stage = workflow.stage(attempts.task(at));
      long took = attempts.endPs(at) - attempts.startPs(at);
      long waited = attempts.waitedPs(at);
      int trigger = attempts.trigger(at);
      computed[stage] += took;
      counts[stage]++;
      long sincePs = trigger == Attempts.NONE ? 0 : attempts.knownPs(trigger);
      restarts += waited;
      messages += attempts.knownPs(at) - sincePs - took - waited;
      if (trigger != Attempts.NONE) {
        forTasks += trigger == attempts.released(at) ? 1 : 0;
        forWorkers += trigger == attempts.released(at) ? 0 : 1;
      }
    }
    List<PathReport.Part> parts = new ArrayList<>();
    for (int stage = 0; stage < stages; stage++) {
      if (counts[stage] > 0) {
        parts.add(
            new PathReport.Part(
                workflow.stages().get(stage), counts[stage], Ps.toSeconds(computed[stage])));
      }
    }
    return new PathReport(
        parts,
        Ps.toSeconds(messages),
        Ps.toSeconds(restarts),
        Ps.toSeconds(makespanPs - knownPs),
        forTasks,
        forWorkers);
  }

  private static List<WorkflowResult.Width> widths(
      Workflow workflow, Attempts attempts, long makespanPs) {
    LongArrayList begins = new LongArrayList(attempts.size());
    LongArrayList finishes = new LongArrayList(attempts.size());
    for (int attempt = 0; attempt < attempts.size(); attempt++) {
      for (int i = 0; i < workflow.kind(attempts.task(attempt)).nodes(); i++) {
        begins.add(attempts.startPs(attempt));
        finishes.add(attempts.endPs(attempt));
      }
    }
    int count = begins.size();
    long[] starts = begins.toLongArray();
    long[] ends = finishes.toLongArray();
    Arrays.sort(starts);
    Arrays.sort(ends);
    long[] atWidth = new long[count + 1];
    long before = 0;
    int begun = 0;
    int ended = 0;
    while (ended < count) {
      boolean isStart = begun < count && starts[begun] < ends[ended];
      long now = isStart ? starts[begun] : ends[ended];
      atWidth[Math.max(0, begun - ended)] += now - before;
      before = now;
      if (isStart) {
        begun++;
      } else {
        ended++;
        begun = Math.max(begun, ended);
      }
    }
    atWidth[0] += makespanPs - before;
    List<WorkflowResult.Width> widths = new ArrayList<>();
    for (int width = 0; width <= count; width++) {
      if (atWidth[width] > 0) {
        widths.add(new WorkflowResult.Width(width, Ps.toSeconds(atWidth[width])));
      }
    }
    return widths;
  }
}
