package org.foretell.jobs;

import java.util.List;
import org.foretell.model.ComputeModel;
import org.foretell.trace.OpView;
import org.foretell.trace.jobs.JobNames;
import org.foretell.trace.jobs.JoinedTrace;

/**
 * The bursts of several jobs: each job's take as long as when it runs alone, random numbers
 * included. The first burst of a job that starts later is the time until its start. For one
 * simulation.
 */
final class JobsCompute implements ComputeModel {
  private final JoinedTrace trace;
  private final List<ComputeModel> bursts;

  /** By rank whether its job has not started. */
  private final boolean[] isEarly;

  private final OpView own = new OpView();

  JobsCompute(JoinedTrace trace, List<ComputeModel> bursts) {
    this.trace = trace;
    this.bursts = List.copyOf(bursts);
    isEarly = new boolean[trace.info().ranks()];
    for (int rank = 0; rank < isEarly.length; rank++) {
      isEarly[rank] = trace.jobs().get(trace.jobOf(rank)).startPs() > 0;
    }
  }

  @Override
  public long durationPs(int rank, OpView burst, int marker) {
    return durationPs(rank, burst, marker, 0);
  }

  @Override
  public long durationPs(int rank, OpView burst, int marker, long startPs) {
    if (isEarly[rank]) {
      isEarly[rank] = false;
      return burst.durationPs();
    }
    int job = trace.jobOf(rank);
    JobNames names = trace.names(job);
    own.copyFrom(burst);
    names.giveOwn(own);
    return bursts
        .get(job)
        .durationPs(
            rank - names.place().first(),
            own,
            names.ownMarker(marker),
            Math.max(0, startPs - trace.jobs().get(job).startPs()));
  }

  @Override
  public void event(int rank, long type, long value) {
    int job = trace.jobOf(rank);
    bursts.get(job).event(rank - trace.firstRank(job), type, value);
  }
}
