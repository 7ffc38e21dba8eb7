package org.foretell.workload.run;

import java.util.List;
import java.util.Optional;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Watts;
import org.foretell.observe.SpanMeans;
import org.foretell.report.Joules;
import org.foretell.report.RunEnergy;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.MixSummary;
import org.foretell.workload.report.QueueEnergy;

/**
 * What a queue takes: all nodes idle, all the time, and above that what jobs take. A job with a
 * trace takes what its replay alone takes, and while it runs longer than alone its cores wait; all
 * cores of the nodes of any other job compute. {@code docs/mix.md} describes it.
 */
final class QueuePower {
  private static final double NS = 1e9;
  private static final int SPANS = 256;

  private final Machine machine;
  private final TimesAlone times;

  QueuePower(Machine machine, TimesAlone times) {
    this.machine = machine;
    this.times = times;
  }

  /**
   * The energy of a queue; empty unless the machine states the power of all nodes.
   *
   * @param nodes how many there are, the first ones
   */
  Optional<QueueEnergy> of(List<JobRecord> records, int nodes) {
    if (machine.groups().stream().anyMatch(group -> group.power().isEmpty())) {
      return Optional.empty();
    }
    double seconds = MixSummary.of(records, nodes).makespanSeconds();
    Watts idlePower = machine.idlePower(nodes).orElseThrow();
    Joules idle = Joules.of(idlePower, seconds);
    Joules total = idle;
    long firstNs = records.stream().mapToLong(one -> one.job().submitNs()).min().orElse(0);
    SpanMeans watts = new SpanMeans(seconds, SPANS);
    watts.add(idlePower.value(), 0, seconds);
    for (JobRecord record : records) {
      Joules job = aboveIdle(record);
      total = total.plus(job);
      // Where runs were that failures ended is not recorded: they count as just before the last.
      double from = (record.startNs() - record.lostNs() - firstNs) / NS;
      double until = (record.endNs() - firstNs) / NS;
      watts.add(until > from ? job.value() / (until - from) : 0, from, until);
    }
    return Optional.of(new QueueEnergy(total, idle, seconds, records.size(), watts.list()));
  }

  private Joules aboveIdle(JobRecord record) {
    BatchJob job = record.job();
    return job.work() instanceof JobWork.Replay work
        ? replayed(record, work)
        : cores(record, (record.runNs() + record.lostNs()) / NS, true);
  }

  /**
   * The replay alone, as far as the job came, and as much of it as failures undid; whatever the job
   * ran longer, its ranks waited.
   */
  private Joules replayed(JobRecord record, JobWork.Replay work) {
    RunEnergy alone = times.ending(work, record.job()).energy().orElseThrow();
    double seconds = record.runNs() / NS;
    if (alone.seconds() == 0) {
      return Joules.NONE;
    }
    Watts idle = machine.idlePower(alone.nodes()).orElseThrow();
    Joules above = alone.total().minus(Joules.of(idle, alone.seconds()));
    double done = Math.min(1, seconds / alone.seconds()) + record.lostNs() / NS / alone.seconds();
    double longer = Math.max(0, seconds - alone.seconds());
    if (longer == 0) {
      return above.times(done);
    }
    long cores = 0;
    long[] nodes = nodesByGroup(record);
    for (int group = 0; group < nodes.length; group++) {
      cores += nodes[group] * machine.groups().get(group).coresPerNode();
    }
    double occupied = Math.min(1, times.ranks(work) / (double) cores);
    return above.times(done).plus(cores(record, longer, false).times(occupied));
  }

  /** All cores of the nodes of a job, which compute or wait. */
  private Joules cores(JobRecord record, double seconds, boolean compute) {
    Joules sum = Joules.NONE;
    long[] nodes = nodesByGroup(record);
    for (int index = 0; index < nodes.length; index++) {
      NodeGroup group = machine.groups().get(index);
      Watts power = (compute ? group.busyPower() : group.waitingPower()).orElseThrow();
      Joules idle = Joules.of(group.idlePower().orElseThrow(), seconds);
      sum = sum.plus(Joules.of(power, seconds).minus(idle).times((double) nodes[index]));
    }
    return sum;
  }

  private long[] nodesByGroup(JobRecord record) {
    long[] nodes = new long[machine.groups().size()];
    for (int node : record.nodes()) {
      nodes[machine.groupIndexOf(node)]++;
    }
    return nodes;
  }
}
