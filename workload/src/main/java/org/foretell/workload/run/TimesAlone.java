package org.foretell.workload.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.foretell.JobReplays;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;

/**
 * Each job takes as long as alone on the first nodes of the machine, times a factor for what jobs
 * do to each other. A trace is replayed once for each shape that it runs in.
 */
final class TimesAlone implements JobTimes {
  private static final double NS = 1e9;

  private final JobReplays replays;
  private final double interference;
  private final Map<Shape, JobReplays.Ending> known = new HashMap<>();

  private record Shape(JobWork.Replay work, int nodes) {}

  /**
   * Nothing is known.
   *
   * @param interference times together over times alone, at least 1
   */
  TimesAlone(JobReplays replays, double interference) {
    this.replays = replays;
    this.interference = interference;
  }

  @Override
  public long aloneNs(BatchJob job) {
    return job.work() instanceof JobWork.Replay replay
        ? ns(ending(replay, job).lastsPs())
        : lastsNs(job.work());
  }

  /** How the trace of a job ends alone. */
  JobReplays.Ending ending(JobWork.Replay work, BatchJob job) {
    return known.computeIfAbsent(new Shape(work, job.nodes()), shape -> replayed(shape, job));
  }

  /** The number of ranks of a trace. */
  int ranks(JobWork.Replay work) {
    return replays.ranks(work.trace());
  }

  private long lastsNs(JobWork work) {
    if (work instanceof JobWork.Delay delay) {
      return delay.lastsNs();
    } else if (work instanceof JobWork.Parallel parallel) {
      return parallelNs(parallel);
    }
    return ((JobWork.Sequence) work).steps().stream().mapToLong(this::lastsNs).sum();
  }

  private JobReplays.Ending replayed(Shape shape, BatchJob job) {
    JobReplays.Ending ending =
        replays.alone(
            new JobReplays.Placed(
                shape.work().trace(),
                0,
                shape.work().ranksPerNode(),
                IntStream.range(0, shape.nodes()).boxed().toList()));
    if (!ending.completed()) {
      throw ForetellException.badInput(
          "job "
              + job.name()
              + ": its trace "
              + shape.work().trace()
              + " never ends when it runs alone; sim run shows why");
    }
    return ending;
  }

  /** Nanoseconds, rounded up. */
  static long ns(long ps) {
    return ps / 1000 + (ps % 1000 == 0 ? 0 : 1);
  }

  /** Nodes compute with all their cores, and each of them sends through all its interfaces. */
  private long parallelNs(JobWork.Parallel work) {
    Machine machine = replays.machine();
    NodeGroup group = machine.groupOf(0);
    double seconds = work.bytes() / (machine.buses().speed().bytesPerSecond() * group.nics());
    if (work.flops() > 0) {
      double speed =
          group
              .coreFlopsPerSecond()
              .orElseThrow(
                  () ->
                      ForetellException.badInput(
                          "machine "
                              + machine.name()
                              + " states no core speed (coreSpeed), which parallel tasks need"));
      seconds = Math.max(seconds, work.flops() / (speed * group.coresPerNode()));
    }
    return (long) Math.ceil(seconds * NS);
  }

  @Override
  public void ends(List<Running> running, long nowNs) {
    for (Running one : running) {
      if (one.startNs == nowNs && one.endNs == Long.MAX_VALUE) {
        long alone = aloneNs(one.job);
        boolean isTrace = one.job.work() instanceof JobWork.Replay;
        one.endNs = nowNs + (isTrace ? (long) Math.ceil(alone * interference) : alone);
      }
    }
  }

  /** The fewest nodes that a trace needs. */
  static int nodes(Machine machine, int ranks, OptionalInt ranksPerNode) {
    int each = ranksPerNode.orElse(machine.groupOf(0).coresPerNode());
    return (ranks + each - 1) / each;
  }
}
