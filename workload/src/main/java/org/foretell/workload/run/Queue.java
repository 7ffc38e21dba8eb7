package org.foretell.workload.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.foretell.JobReplays;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.QueueEnergy;
import org.foretell.workload.schedule.SchedulePolicy;

/** Queues of a machine; what replays find out is kept from one to the next. For one thread. */
public final class Queue {
  private final TimesAlone times;
  private final JobReplays replays;
  private final boolean together;
  private final boolean kills;
  private final Chance chance;

  /**
   * What is random.
   *
   * @param seed of everything
   * @param anyNodes whether jobs get any free nodes, rather than the first ones
   * @param mtbfSeconds mean time between failures of a node; empty if they never fail
   */
  public record Chance(long seed, boolean anyNodes, OptionalDouble mtbfSeconds) {}

  /**
   * Prepares queues.
   *
   * @param replays of all traces
   * @param together whether jobs with traces are replayed together
   * @param interference time beside others over time alone, if they are not
   * @param kills whether jobs end when their estimates are over
   * @param chance what is random
   */
  public Queue(
      JobReplays replays, boolean together, double interference, boolean kills, Chance chance) {
    this.replays = replays;
    this.together = together;
    this.kills = kills;
    this.chance = chance;
    times = new TimesAlone(replays, interference);
  }

  /**
   * {@return the energy of a queue; empty unless the machine states the power of all nodes}
   *
   * @param records of all jobs, from {@link #run}
   * @param nodes how many there are
   */
  public Optional<QueueEnergy> energy(List<JobRecord> records, int nodes) {
    return new QueuePower(replays.machine(), times).of(records, nodes);
  }

  /**
   * {@return the share of the time of all cores in which they compute}
   *
   * @param records of all jobs, from {@link #run}
   * @param nodes how many there are
   */
  public double coresBusyShare(List<JobRecord> records, int nodes) {
    return new BusyCores(replays.machine(), times).share(records, nodes);
  }

  /**
   * {@return the share of the time of all cores in which they have a rank that does not compute}
   *
   * @param records of all jobs, from {@link #run}
   * @param nodes how many there are
   */
  public double coresWaitingShare(List<JobRecord> records, int nodes) {
    return new BusyCores(replays.machine(), times).waitingShare(records, nodes);
  }

  /**
   * {@return the jobs in the order of their ends}
   *
   * @param jobs none needs more than all nodes
   * @param policy of the scheduler
   * @param nodes how many there are
   */
  public List<JobRecord> run(List<BatchJob> jobs, SchedulePolicy policy, int nodes) {
    return new BatchSimulation(
            jobs,
            policy.scheduler(),
            new NodePool(nodes, chance.anyNodes ? new Random(chance.seed) : null),
            together ? new TimesTogether(replays, times) : times,
            kills,
            chance.mtbfSeconds.isPresent()
                ? NodeFailures.exponential(nodes, chance.mtbfSeconds.getAsDouble(), chance.seed)
                : NodeFailures.NONE)
        .run();
  }
}
