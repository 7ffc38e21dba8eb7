package org.foretell.workload.run;

import java.util.List;
import java.util.stream.IntStream;
import org.foretell.JobReplays;
import org.foretell.machine.Machine;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.MixSummary;

/**
 * For how long the cores of a machine compute while its queue runs. A job with a trace computes as
 * in its replay alone, as far as it came; all cores of the nodes of any other job compute.
 */
record BusyCores(Machine machine, TimesAlone times) {
  private static final double NS = 1e9;

  /**
   * The share of the time of all cores, 0 to 1.
   *
   * @param nodes how many there are, the first ones
   */
  double share(List<JobRecord> records, int nodes) {
    double all = MixSummary.of(records, nodes).makespanSeconds() * cores(IntStream.range(0, nodes));
    double busy = records.stream().mapToDouble(this::coreSeconds).sum();
    return all > 0 ? Math.min(1, busy / all) : 0;
  }

  private double coreSeconds(JobRecord record) {
    double seconds = (record.runNs() + record.lostNs()) / NS;
    if (!(record.job().work() instanceof JobWork.Replay work)) {
      return seconds * cores(record.nodes().stream().mapToInt(Integer::intValue));
    }
    if (record.aloneNs() == 0) {
      return 0;
    }
    JobReplays.Ending alone = times.ending(work, record.job());
    double runs =
        Math.min(1, (double) record.runNs() / record.aloneNs())
            + (double) record.lostNs() / record.aloneNs();
    return runs * alone.computeSeconds().orElseThrow();
  }

  private long cores(IntStream nodes) {
    return nodes.mapToLong(node -> machine.groupOf(node).coresPerNode()).sum();
  }
}
