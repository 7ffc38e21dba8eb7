package org.foretell.jobs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.foretell.energy.CoreTimes;
import org.foretell.energy.PowerDraw;
import org.foretell.machine.JobPlacements;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.observe.Statistics;
import org.foretell.report.JobsResult.Tenancy;

/**
 * The energy of jobs that run together. A job has its nodes for itself from its start to its end;
 * jobs that share a node have the nodes of them all from the first start to the last end.
 *
 * @param machine with the nodes
 * @param jobs without background, which stands behind them in the run
 * @param coresPerRank cores that a rank keeps busy while it computes
 */
public record JobsEnergy(Machine machine, List<JobRun> jobs, int coresPerRank) {
  /** Copies the list. */
  public JobsEnergy {
    jobs = List.copyOf(jobs);
  }

  /** {@return the places of all jobs, and those of background behind them} */
  public static Placement places(List<JobRun> all) {
    return JobPlacements.joined(all.stream().map(JobRun::places).toList());
  }

  /**
   * {@return the energy of the jobs, in the order of the first of each tenancy; empty if the
   * machine does not state the power of all their nodes, or if a job did not end}
   *
   * @param statistics of the run together
   * @param ends of the jobs in that run
   */
  public List<Tenancy> of(Statistics statistics, List<JobSimulations.End> ends) {
    if (!ends.stream().allMatch(JobSimulations.End::isComplete)) {
      return List.of();
    }
    List<Tenancy> tenancies = new ArrayList<>();
    for (List<Integer> together : sharers()) {
      Optional<PowerDraw> draw =
          PowerDraw.of(
              machine,
              JobPlacements.joined(together.stream().map(job -> jobs.get(job).places()).toList()),
              coresPerRank);
      if (draw.isEmpty()) {
        return List.of();
      }
      tenancies.add(
          new Tenancy(
              together.stream().map(job -> job + 1).toList(),
              draw.get().energy(new Stay(statistics, together, ends))));
    }
    return tenancies;
  }

  /** Jobs that share nodes, directly or through others; most often each job for itself. */
  private List<List<Integer>> sharers() {
    int[] first = IntStream.range(0, jobs.size()).toArray();
    Map<Integer, Integer> holder = new HashMap<>();
    for (int job = 0; job < jobs.size(); job++) {
      for (int node : jobs.get(job).places().nodes()) {
        Integer other = holder.putIfAbsent(node, job);
        if (other != null && first[other] != first[job]) {
          int kept = Math.min(first[other], first[job]);
          int joined = Math.max(first[other], first[job]);
          IntStream.range(0, first.length)
              .filter(each -> first[each] == joined)
              .forEach(each -> first[each] = kept);
        }
      }
    }
    return IntStream.range(0, first.length)
        .filter(job -> first[job] == job)
        .mapToObj(
            one ->
                IntStream.range(0, first.length).filter(job -> first[job] == one).boxed().toList())
        .toList();
  }

  /** The times of the cores of some jobs, from the first start to the last end. */
  private final class Stay implements CoreTimes {
    private final Statistics statistics;
    private final int[] rankInRun;
    private final long[] startPs;
    private final long makespanPs;

    Stay(Statistics statistics, List<Integer> together, List<JobSimulations.End> ends) {
      this.statistics = statistics;
      rankInRun =
          together.stream()
              .flatMapToInt(
                  job -> {
                    int before =
                        jobs.subList(0, job).stream().mapToInt(one -> one.job().ranks()).sum();
                    return IntStream.range(before, before + jobs.get(job).job().ranks());
                  })
              .toArray();
      startPs =
          together.stream()
              .flatMapToLong(
                  job ->
                      IntStream.range(0, jobs.get(job).job().ranks())
                          .mapToLong(rank -> jobs.get(job).job().startPs()))
              .toArray();
      long from = together.stream().mapToLong(job -> jobs.get(job).job().startPs()).min().orElse(0);
      long until =
          together.stream()
              .mapToLong(job -> jobs.get(job).job().startPs() + ends.get(job).endPs())
              .max()
              .orElse(0);
      makespanPs = until - from;
    }

    /** Without the burst until the start of the job. */
    @Override
    public long busyPs(int rank) {
      return statistics.computePs(rankInRun[rank]) - startPs[rank];
    }

    /** How long the rank lives: its core is idle before and after. */
    @Override
    public long finishPs(int rank) {
      return statistics.finishPs(rankInRun[rank]) - startPs[rank];
    }

    @Override
    public long makespanPs() {
      return makespanPs;
    }
  }
}
