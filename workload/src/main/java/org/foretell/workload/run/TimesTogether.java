package org.foretell.workload.run;

import java.util.ArrayList;
import java.util.List;
import org.foretell.JobReplays;
import org.foretell.failure.ForetellException;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;

/**
 * Jobs with traces share the machine: whenever one starts, those that run, and all that ran beside
 * them before, are replayed together from the first start on. What starts later cannot change what
 * happened before, so that the ends that come before the next start are exact. Costs a replay of
 * all these jobs for each start.
 */
final class TimesTogether implements JobTimes {
  private static final long MOST_PS = Long.MAX_VALUE / 2;

  private final JobReplays replays;
  private final TimesAlone alone;

  /** Jobs with traces since the last time at which none ran. */
  private final List<Running> since = new ArrayList<>();

  /**
   * Nothing runs.
   *
   * @param alone how long jobs take that have the machine to themselves
   */
  TimesTogether(JobReplays replays, TimesAlone alone) {
    this.replays = replays;
    this.alone = alone;
  }

  @Override
  public long aloneNs(BatchJob job) {
    return alone.aloneNs(job);
  }

  @Override
  public void ends(List<Running> running, long nowNs) {
    List<Running> others = new ArrayList<>();
    List<Running> fresh = new ArrayList<>();
    boolean goesOn = false;
    for (Running one : running) {
      if (!(one.job.work() instanceof JobWork.Replay)) {
        others.add(one);
      } else if (one.endNs == Long.MAX_VALUE) {
        fresh.add(one);
      } else {
        goesOn = true;
      }
    }
    alone.ends(others, nowNs);
    if (fresh.isEmpty()) {
      return;
    }
    if (!goesOn) {
      since.clear();
    }
    since.addAll(fresh);
    replay(running);
  }

  private void replay(List<Running> running) {
    long firstNs = since.get(0).startNs;
    List<JobReplays.Placed> placed = new ArrayList<>();
    for (Running one : since) {
      JobWork.Replay work = (JobWork.Replay) one.job.work();
      long startPs = one.startNs - firstNs;
      if (startPs > MOST_PS / 1000) {
        throw ForetellException.badInput(
            "jobs run together for more than 53 days without a pause, longer than a replay can"
                + " last; leave out --together");
      }
      placed.add(
          new JobReplays.Placed(work.trace(), 1000 * startPs, work.ranksPerNode(), one.nodes));
    }
    List<JobReplays.Ending> endings = replays.together(placed);
    for (int i = 0; i < since.size(); i++) {
      Running one = since.get(i);
      if (!running.contains(one)) {
        continue;
      }
      if (!endings.get(i).completed()) {
        throw ForetellException.badInput(
            "job " + one.job.name() + " never ends beside the other jobs, though it ends alone");
      }
      one.endNs = one.startNs + TimesAlone.ns(endings.get(i).lastsPs());
    }
  }
}
