package org.foretell.workload.run;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.foretell.machine.Machine;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.MixSummary;

/**
 * For how long the cores of a machine compute or wait while its queue runs. A job with a trace
 * computes and waits as in its replay alone, as far as it came, and waits while it runs longer than
 * that; all cores of the nodes of any other job compute.
 */
record BusyCores(Machine machine, TimesAlone times) {
  private static final double NS = 1e9;

  /**
   * The share of the time of all cores in which they compute, 0 to 1.
   *
   * @param nodes how many there are, the first ones
   */
  double share(List<JobRecord> records, int nodes) {
    return share(records, nodes, this::busySeconds);
  }

  /**
   * The share in which they have a rank that does not compute, 0 to 1.
   *
   * @param nodes how many there are, the first ones
   */
  double waitingShare(List<JobRecord> records, int nodes) {
    return share(records, nodes, this::waitingSeconds);
  }

  private double share(
      List<JobRecord> records, int nodes, ToDoubleFunction<JobRecord> coreSeconds) {
    double all = MixSummary.of(records, nodes).makespanSeconds() * cores(IntStream.range(0, nodes));
    return all > 0 ? Math.min(1, records.stream().mapToDouble(coreSeconds).sum() / all) : 0;
  }

  private double busySeconds(JobRecord record) {
    return record.job().work() instanceof JobWork.Replay work
        ? runs(record) * times.ending(work, record.job()).computeSeconds().orElseThrow()
        : (record.runNs() + record.lostNs()) / NS * cores(record);
  }

  private double waitingSeconds(JobRecord record) {
    if (!(record.job().work() instanceof JobWork.Replay work)) {
      return 0;
    }
    double longer = Math.max(0, record.runNs() - record.aloneNs()) / NS;
    return runs(record) * times.ending(work, record.job()).waitSeconds().orElseThrow()
        + longer * Math.min(times.ranks(work), cores(record));
  }

  /** How many runs alone a job came through, those in vain included. */
  private static double runs(JobRecord record) {
    return record.aloneNs() == 0
        ? 0
        : Math.min(1, (double) record.runNs() / record.aloneNs())
            + (double) record.lostNs() / record.aloneNs();
  }

  private long cores(JobRecord record) {
    return cores(record.nodes().stream().mapToInt(Integer::intValue));
  }

  private long cores(IntStream nodes) {
    return nodes.mapToLong(node -> machine.groupOf(node).coresPerNode()).sum();
  }
}
