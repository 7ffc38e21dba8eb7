package org.foretell.workload;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.foretell.JobReplays;
import org.foretell.JobsSetup;
import org.foretell.Version;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.workload.file.WorkloadFile;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.Workload;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.LongTime;
import org.foretell.workload.report.MixResult;
import org.foretell.workload.report.MixSummary;
import org.foretell.workload.run.Queue;
import org.foretell.workload.schedule.SchedulePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the queue of a machine: jobs arrive, wait for nodes, run, and end.
 *
 * <pre>{@code
 * MixResult result =
 *     Mix.of(Path.of("jobs.json"), Foretell.jobs().machine("stampede")).run();
 * System.out.println(result.summary().waitSeconds().mean());
 * }</pre>
 *
 * <p>For one thread.
 */
public final class Mix {
  private final Path file;
  private final JobsSetup setup;
  private @Nullable SchedulePolicy policy;
  private boolean together;
  private boolean scattered;
  private boolean kills = true;
  private double interference = 1;
  private OptionalInt nodes = OptionalInt.empty();
  private long seed = 1;
  private @Nullable Double demandSeconds;
  private OptionalDouble mtbfSeconds = OptionalDouble.empty();

  private Mix(Path file, JobsSetup setup) {
    this.file = file;
    this.setup = setup;
  }

  /**
   * {@return settings of a queue}
   *
   * @param file jobs: JSON of Foretell or Batsim, or the Standard Workload Format
   * @param setup machine, model and all other settings of replays
   */
  public static Mix of(Path file, JobsSetup setup) {
    return new Mix(Objects.requireNonNull(file, "file"), Objects.requireNonNull(setup, "setup"));
  }

  /**
   * {@return the files that decide runs: that of the jobs, and the traces of its jobs}
   *
   * @param file jobs, as for {@link #of}
   * @param firstSeed of the runs
   * @param seeds how many seeds from that one, at least 1: random arrivals may differ in their
   *     traces
   * @throws ForetellException if the file cannot be read, or with all that is wrong in it
   */
  public static Set<Path> files(Path file, long firstSeed, int seeds) {
    Set<Path> files = new LinkedHashSet<>(Set.of(file));
    for (int i = 0; i < seeds; i++) {
      // How many cores a node has decides how many nodes a job needs, and no trace.
      files.addAll(WorkloadFile.read(file, 1, firstSeed + i).traces());
    }
    return files;
  }

  /**
   * Sets the rule of the scheduler; null for what the file asks for, else EASY.
   *
   * @param rule which
   * @return this
   */
  public Mix policy(@Nullable SchedulePolicy rule) {
    policy = rule;
    return this;
  }

  /**
   * Sets whether jobs with traces are replayed together, so that they slow each other down where
   * they share links; false by default. Then each start costs a replay of all jobs that run, and of
   * those that ran beside them.
   *
   * @param wanted whether
   * @return this
   */
  public Mix together(boolean wanted) {
    together = wanted;
    return this;
  }

  /**
   * Sets whether a job gets any free nodes, at random, rather than those with the lowest numbers;
   * false by default.
   *
   * @param wanted whether
   * @return this
   */
  public Mix scattered(boolean wanted) {
    scattered = wanted;
    return this;
  }

  /**
   * Sets whether a job ends when its estimate is over; true by default, as in batch systems.
   *
   * @param wanted whether
   * @return this
   */
  public Mix kills(boolean wanted) {
    kills = wanted;
    return this;
  }

  /**
   * Sets how much longer jobs with traces take beside others than alone; 1 by default.
   *
   * @param factor at least 1, finite
   * @return this
   * @throws ForetellException if it is out of range
   */
  public Mix interference(double factor) {
    if (!(factor >= 1) || Double.isInfinite(factor)) {
      throw ForetellException.usage("the interference factor must be 1 or more, but is " + factor);
    }
    interference = factor;
    return this;
  }

  /**
   * Sets how many nodes of the machine there are; all by default.
   *
   * @param count at least 1
   * @return this
   */
  public Mix nodes(OptionalInt count) {
    nodes = count;
    return this;
  }

  /**
   * Sets the seed of random arrivals and places; 1 by default.
   *
   * @param value any
   * @return this
   */
  public Mix seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Lets nodes fail, at exponential times; the job of a node that fails goes back to the queue and
   * starts again from its beginning, on whatever nodes are free.
   *
   * @param seconds mean time between failures of one node, above 0; null if they never fail
   * @return this
   * @throws ForetellException if it is out of range
   */
  public Mix mtbf(@Nullable Double seconds) {
    if (seconds != null && (!(seconds > 0) || Double.isInfinite(seconds))) {
      throw ForetellException.usage(
          "the mean time between failures must be above 0, but is " + seconds + " s");
    }
    mtbfSeconds = seconds == null ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    return this;
  }

  /**
   * Asks for the fewest nodes with which 95% of the jobs wait no longer; by bisection, as if more
   * nodes never meant longer waits.
   *
   * @param seconds at least 0; null to ask nothing
   * @return this
   */
  public Mix demand(@Nullable Double seconds) {
    demandSeconds = seconds;
    return this;
  }

  /**
   * Simulates.
   *
   * @return what came out
   * @throws ForetellException if a setting or an input is wrong, or a job needs more nodes than
   *     there are
   * @throws org.foretell.trace.TraceException if a trace is missing, cannot be read, or is damaged
   */
  public MixResult run() {
    if (together && interference > 1) {
      throw ForetellException.usage(
          "jobs that are replayed together have no interference factor; leave one of both out");
    }
    try (JobReplays machineOnly = setup.replays(List.of())) {
      int cores = machineOnly.machine().groupOf(0).coresPerNode();
      Workload workload = WorkloadFile.read(file, cores, seed);
      if (workload.traces().isEmpty()) {
        return simulated(workload, machineOnly);
      }
      try (JobReplays replays = setup.replays(workload.traces())) {
        return simulated(workload, replays);
      }
    }
  }

  private MixResult simulated(Workload workload, JobReplays replays) {
    Machine machine = replays.machine();
    int available = nodes.orElse(machine.nodes());
    if (available < 1 || available > machine.nodes()) {
      throw ForetellException.usage(
          "machine %s has %d nodes; %d are wanted"
              .formatted(machine.name(), machine.nodes(), available));
    }
    SchedulePolicy rule = policy == null ? workload.policy().orElse(SchedulePolicy.EASY) : policy;
    Queue queue = queue(replays);
    List<JobRecord> records = records(workload, queue, rule, available);
    Optional<MixResult.NodesNeeded> needed =
        Optional.ofNullable(demandSeconds)
            .map(
                seconds ->
                    new MixResult.NodesNeeded(
                        seconds, needed(workload, queue, rule, machine.nodes(), seconds)));
    return new MixResult(
        Version.text(),
        String.valueOf(file.getFileName()),
        workload.format(),
        replays.machineChoice(),
        available,
        settings(rule, workload.traces().isEmpty() ? "" : replays.model()),
        seed,
        records,
        MixSummary.of(records, available),
        queue.coresBusyShare(records, available),
        queue.coresWaitingShare(records, available),
        queue.energy(records, available),
        workload.recordedWaitSeconds(),
        needed,
        workload.notes());
  }

  private Queue queue(JobReplays replays) {
    return new Queue(
        replays, together, interference, kills, new Queue.Chance(seed, scattered, mtbfSeconds));
  }

  private List<JobRecord> records(
      Workload workload, Queue queue, SchedulePolicy rule, int available) {
    for (BatchJob job : workload.jobs()) {
      if (job.nodes() > available) {
        throw ForetellException.badInput(
            "job %d (%s) of %s needs %d nodes, but there are %d; take a larger machine, or leave it out"
                .formatted(job.number(), job.name(), file, job.nodes(), available));
      }
    }
    return queue.run(workload.jobs(), rule, available);
  }

  private OptionalInt needed(
      Workload workload, Queue queue, SchedulePolicy rule, int most, double seconds) {
    int least = workload.jobs().stream().mapToInt(BatchJob::nodes).max().orElse(1);
    if (least > most || !isEnough(workload, queue, rule, most, seconds)) {
      return OptionalInt.empty();
    }
    int enough = most;
    while (least < enough) {
      int middle = least + (enough - least) / 2;
      if (isEnough(workload, queue, rule, middle, seconds)) {
        enough = middle;
      } else {
        least = middle + 1;
      }
    }
    return OptionalInt.of(enough);
  }

  private boolean isEnough(
      Workload workload, Queue queue, SchedulePolicy rule, int count, double seconds) {
    List<JobRecord> records = records(workload, queue, rule, count);
    return MixSummary.of(records, count).waitSeconds().p95() <= seconds;
  }

  private Map<String, String> settings(SchedulePolicy rule, String model) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "queue",
        switch (rule) {
          case FCFS -> "first come, first served";
          case EASY -> "EASY backfill";
          case CONSERVATIVE -> "conservative backfill";
        });
    settings.put("placement", scattered ? "any free nodes" : "the first free nodes");
    settings.put(
        "estimates",
        kills ? "a job ends when its estimate is over" : "a job may outlast its estimate");
    if (mtbfSeconds.isPresent()) {
      settings.put(
          "failures",
          "each node every "
              + LongTime.text(mtbfSeconds.getAsDouble())
              + "; its job starts again from the beginning");
    }
    if (!model.isEmpty()) {
      settings.put("model", model);
      settings.put(
          "traces",
          together
              ? "replayed together with the jobs that run"
              : interference > 1
                  ? "replayed alone, times " + interference
                  : "replayed alone on the first nodes, as if other jobs changed nothing");
    }
    return settings;
  }
}
