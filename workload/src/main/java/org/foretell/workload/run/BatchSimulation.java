package org.foretell.workload.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.foretell.failure.ForetellException;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.schedule.Occupied;
import org.foretell.workload.schedule.Scheduler;
import org.foretell.workload.schedule.Waiting;

/**
 * The simulation of a queue: at each arrival and each end, the scheduler chooses the jobs that
 * start. What ends at a time ends before anything arrives at that time, and both before anything
 * starts. A job whose node fails goes back to the queue and starts again from its beginning. Runs
 * once.
 */
final class BatchSimulation {
  private static final int MOST_RESTARTS = 1000;

  private final Deque<BatchJob> arriving;
  private final Scheduler scheduler;
  private final NodePool pool;
  private final JobTimes times;
  private final boolean kills;
  private final NodeFailures failures;

  /** By job how often it started again, and how long it ran in vain. */
  private final Map<Integer, Lost> lost = new HashMap<>();

  private final List<Running> running = new ArrayList<>();
  private final List<JobRecord> done = new ArrayList<>();
  private final Map<Integer, BatchJob> jobs = new HashMap<>();

  /** Waiting jobs: higher priorities first, then those that came first. */
  private final TreeSet<BatchJob> queue =
      new TreeSet<>(
          Comparator.comparingInt(BatchJob::priority)
              .reversed()
              .thenComparingLong(BatchJob::submitNs)
              .thenComparingInt(BatchJob::number));

  private long nowNs;

  /** What failures undid. */
  private record Lost(int restarts, long lastsNs) {}

  /**
   * Prepares a simulation.
   *
   * @param jobs each needs no more nodes than the pool has
   * @param kills whether a job ends when its estimate is over
   * @param failures of nodes, which send their jobs back to the queue
   */
  BatchSimulation(
      List<BatchJob> jobs,
      Scheduler scheduler,
      NodePool pool,
      JobTimes times,
      boolean kills,
      NodeFailures failures) {
    PriorityQueue<BatchJob> sorted =
        new PriorityQueue<>(
            Comparator.comparingLong(BatchJob::submitNs).thenComparingInt(BatchJob::number));
    sorted.addAll(jobs);
    arriving = new ArrayDeque<>();
    while (!sorted.isEmpty()) {
      arriving.add(sorted.remove());
    }
    jobs.forEach(job -> this.jobs.put(job.number(), job));
    this.scheduler = scheduler;
    this.pool = pool;
    this.times = times;
    this.kills = kills;
    this.failures = failures;
  }

  /** Runs all jobs; in the order of their ends. */
  List<JobRecord> run() {
    while (!arriving.isEmpty() || !running.isEmpty()) {
      if (running.isEmpty()) {
        failures.skipTo(nextArrivalNs());
      }
      nowNs = Math.min(Math.min(nextArrivalNs(), nextEndNs()), failures.nextNs());
      end();
      while (failures.nextNs() <= nowNs) {
        fail(failures.comes());
      }
      while (nextArrivalNs() == nowNs) {
        queue.add(arriving.remove());
      }
      start();
    }
    if (!queue.isEmpty()) {
      throw new AssertionError(queue.size() + " jobs were never started");
    }
    return done;
  }

  private long nextArrivalNs() {
    return arriving.isEmpty() ? Long.MAX_VALUE : arriving.element().submitNs();
  }

  private long nextEndNs() {
    return running.stream().mapToLong(one -> one.endNs).min().orElse(Long.MAX_VALUE);
  }

  private void end() {
    running.removeIf(
        one -> {
          if (one.endNs > nowNs) {
            return false;
          }
          pool.giveBack(one.nodes);
          done.add(
              new JobRecord(
                  one.job,
                  one.startNs,
                  one.endNs,
                  times.aloneNs(one.job),
                  one.nodes,
                  one.isKilled,
                  lostOf(one.job).restarts,
                  lostOf(one.job).lastsNs));
          return true;
        });
  }

  private Lost lostOf(BatchJob job) {
    return lost.getOrDefault(job.number(), new Lost(0, 0));
  }

  /** The job of a node that fails goes back to the queue, to its old place. */
  private void fail(int node) {
    running.removeIf(
        one -> {
          if (!one.nodes.contains(node)) {
            return false;
          }
          Lost before = lostOf(one.job);
          if (before.restarts == MOST_RESTARTS) {
            throw ForetellException.badInput(
                "job %d (%s) started again %d times, since its %d nodes fail before it ends; it never does"
                    .formatted(one.job.number(), one.job.name(), MOST_RESTARTS, one.job.nodes()));
          }
          lost.put(
              one.job.number(),
              new Lost(before.restarts + 1, before.lastsNs + nowNs - one.startNs));
          pool.giveBack(one.nodes);
          queue.add(one.job);
          return true;
        });
  }

  private void start() {
    if (queue.isEmpty()) {
      return;
    }
    List<Waiting> waiting =
        queue.stream().map(job -> new Waiting(job.number(), job.nodes(), estimateNs(job))).toList();
    List<Occupied> occupied =
        running.stream()
            .map(one -> new Occupied(one.nodes.size(), Math.max(one.expectedNs, nowNs + 1)))
            .toList();
    List<Waiting> starting = scheduler.starts(nowNs, waiting, pool.free(), occupied);
    if (starting.isEmpty()) {
      return;
    }
    for (Waiting one : starting) {
      BatchJob job = jobs.get(one.number());
      if (job == null || !queue.remove(job)) {
        throw new AssertionError("job " + one.number() + " was started, but does not wait");
      }
      running.add(new Running(job, nowNs, pool.take(job.nodes()), later(nowNs, one.estimateNs())));
    }
    times.ends(List.copyOf(running), nowNs);
    running.forEach(this::endInTime);
  }

  /** An estimate that the user does not give is exact for a job that runs alone. */
  private long estimateNs(BatchJob job) {
    OptionalLong given = job.walltimeNs();
    return given.isPresent() ? given.getAsLong() : Math.max(1, times.aloneNs(job));
  }

  private void endInTime(Running one) {
    boolean isOver = kills && one.job.walltimeNs().isPresent() && one.endNs > one.expectedNs;
    one.isKilled = isOver;
    if (isOver) {
      one.endNs = one.expectedNs;
    }
  }

  private static long later(long timeNs, long byNs) {
    long sum = timeNs + byNs;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
