package org.foretell.workload.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.MixSummary;
import org.foretell.workload.schedule.Occupied;
import org.foretell.workload.schedule.SchedulePolicy;
import org.foretell.workload.schedule.Scheduler;
import org.foretell.workload.schedule.SlowConservative;
import org.foretell.workload.schedule.Waiting;
import org.junit.jupiter.api.Test;

/** What holds for every queue. */
class QueuePropertiesTest {
  private static final int NODES = 12;

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  /** Jobs that take as long as a delay says. */
  private static final class Delays implements JobTimes {
    @Override
    public long aloneNs(BatchJob job) {
      return ((JobWork.Delay) job.work()).lastsNs();
    }

    @Override
    public void ends(List<Running> running, long nowNs) {
      running.stream()
          .filter(one -> one.endNs == Long.MAX_VALUE)
          .forEach(one -> one.endNs = nowNs + aloneNs(one.job));
    }
  }

  /** Estimates are at least as long as the jobs. */
  private static List<BatchJob> jobs(long seed, int count) {
    Random random = new Random(seed);
    List<BatchJob> jobs = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      long lastsNs = random.nextInt(100);
      jobs.add(
          new BatchJob(
              i,
              "job " + i,
              random.nextInt(300),
              1 + random.nextInt(NODES),
              random.nextBoolean()
                  ? OptionalLong.of(lastsNs + 1 + random.nextInt(50))
                  : OptionalLong.empty(),
              random.nextInt(3) == 0 ? 1 : 0,
              new JobWork.Delay(lastsNs)));
    }
    return jobs;
  }

  private static List<BatchJob> withoutPriorities(long seed, int count) {
    return jobs(seed, count).stream()
        .map(
            job ->
                new BatchJob(
                    job.number(),
                    job.name(),
                    job.submitNs(),
                    job.nodes(),
                    job.walltimeNs(),
                    0,
                    job.work()))
        .toList();
  }

  private static List<JobRecord> run(List<BatchJob> jobs, Scheduler scheduler, boolean kills) {
    return run(jobs, scheduler, kills, NodeFailures.NONE);
  }

  private static List<JobRecord> run(
      List<BatchJob> jobs, Scheduler scheduler, boolean kills, NodeFailures failures) {
    return new BatchSimulation(
            jobs, scheduler, new NodePool(NODES, null), new Delays(), kills, failures)
        .run();
  }

  @Property(tries = 300)
  void eachJobRunsOnceAndNoNodeIsUsedTwice(
      @ForAll("seeds") long seed,
      @ForAll SchedulePolicy policy,
      @ForAll @IntRange(min = 1, max = 60) int count) {
    List<JobRecord> records = run(jobs(seed, count), policy.scheduler(), true);
    assertThat(records).hasSize(count);
    assertThat(records.stream().map(one -> one.job().number()).distinct()).hasSize(count);
    Map<Integer, Long> busyUntil = new HashMap<>();
    records.stream()
        .sorted(Comparator.comparingLong(JobRecord::startNs).thenComparingLong(JobRecord::endNs))
        .forEach(
            one -> {
              assertThat(one.waitNs()).isNotNegative();
              assertThat(one.runNs()).isEqualTo(one.aloneNs());
              assertThat(one.nodes()).hasSize(one.job().nodes());
              for (int node : one.nodes()) {
                assertThat(node).isBetween(0, NODES - 1);
                assertThat(busyUntil.getOrDefault(node, 0L)).isLessThanOrEqualTo(one.startNs());
                busyUntil.put(node, one.endNs());
              }
            });
    MixSummary summary = MixSummary.of(records, NODES);
    assertThat(summary.utilisation()).isBetween(0.0, 1.0);
    assertThat(summary.boundedSlowDown().mean()).isGreaterThanOrEqualTo(1);
  }

  /** Without priorities jobs start in the order of their arrival. */
  @Property(tries = 200)
  void firstComeIsFirstServed(
      @ForAll("seeds") long seed, @ForAll @IntRange(min = 1, max = 60) int count) {
    List<JobRecord> records =
        new ArrayList<>(run(withoutPriorities(seed, count), SchedulePolicy.FCFS.scheduler(), true));
    records.sort(
        Comparator.comparingLong((JobRecord one) -> one.job().submitNs())
            .thenComparingInt(one -> one.job().number()));
    for (int i = 1; i < records.size(); i++) {
      assertThat(records.get(i).startNs()).isGreaterThanOrEqualTo(records.get(i - 1).startNs());
    }
  }

  /**
   * Whoever is first in the queue starts no later than without any backfill from then on, as long
   * as estimates hold and nobody with a higher priority comes.
   */
  @Property(tries = 300)
  void easyNeverDelaysTheHead(
      @ForAll("seeds") long seed, @ForAll @IntRange(min = 1, max = 60) int count) {
    Map<Integer, Long> latest = new HashMap<>();
    Scheduler easy = SchedulePolicy.EASY.scheduler();
    Scheduler watched =
        (nowNs, queue, free, running) -> {
          Waiting head = queue.get(0);
          latest.merge(head.number(), withoutBackfill(nowNs, head, free, running), Math::min);
          return easy.starts(nowNs, queue, free, running);
        };
    List<BatchJob> jobs = jobs(seed, count);
    boolean samePriority = jobs.stream().map(BatchJob::priority).distinct().count() == 1;
    run(jobs, watched, true)
        .forEach(
            one -> {
              Long bound = latest.get(one.job().number());
              if (bound != null && (samePriority || one.job().priority() == 1)) {
                assertThat(one.startNs()).isLessThanOrEqualTo(bound);
              }
            });
  }

  private static long withoutBackfill(long nowNs, Waiting head, int free, List<Occupied> running) {
    int left = free;
    long atNs = nowNs;
    for (Occupied one :
        running.stream().sorted(Comparator.comparingLong(Occupied::untilNs)).toList()) {
      if (left >= head.nodes()) {
        break;
      }
      left += one.nodes();
      atNs = one.untilNs();
    }
    return atNs;
  }

  /** No job starts later than what it was promised when it came, without priorities. */
  @Property(tries = 300)
  void conservativeBackfillKeepsItsPromises(
      @ForAll("seeds") long seed, @ForAll @IntRange(min = 1, max = 40) int count) {
    List<BatchJob> jobs = withoutPriorities(seed, count);
    // The promise to a job is what it gets if nobody else ever comes and all estimates are exact.
    Map<Integer, Long> promised = new HashMap<>();
    Scheduler conservative = SchedulePolicy.CONSERVATIVE.scheduler();
    Scheduler watched =
        (nowNs, queue, free, running) -> {
          for (Waiting job : queue) {
            promised.computeIfAbsent(
                job.number(), unused -> bound(nowNs, queue, job, free, running));
          }
          return conservative.starts(nowNs, queue, free, running);
        };
    run(jobs, watched, true)
        .forEach(
            one -> assertThat(one.startNs()).isLessThanOrEqualTo(promised.get(one.job().number())));
  }

  /** Moving only what can move gives the schedule of trying each job at each event. */
  @Property(tries = 300)
  void conservativeBackfillIsThatOfItsSlowTwin(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll boolean kills) {
    List<BatchJob> jobs = jobs(seed, count);
    assertThat(run(jobs, SchedulePolicy.CONSERVATIVE.scheduler(), kills))
        .isEqualTo(run(jobs, new SlowConservative(), kills));
  }

  /**
   * All that runs and waits before a job, one after the other: the worst that it can be promised.
   */
  private static long bound(
      long nowNs, List<Waiting> queue, Waiting job, int free, List<Occupied> running) {
    long atNs = running.stream().mapToLong(Occupied::untilNs).max().orElse(nowNs);
    for (Waiting before : queue) {
      if (before.number() == job.number()) {
        return free < 0 ? 0 : atNs;
      }
      atNs += before.estimateNs();
    }
    throw new AssertionError("a job that does not wait");
  }

  @Test
  void aJobIsEndedWhenItsEstimateIsOver() {
    BatchJob job = new BatchJob(1, "long", 5, 2, OptionalLong.of(10), 0, new JobWork.Delay(100));
    JobRecord killed = run(List.of(job), SchedulePolicy.EASY.scheduler(), true).get(0);
    assertThat(killed.killed()).isTrue();
    assertThat(killed.endNs()).isEqualTo(15);
    JobRecord spared = run(List.of(job), SchedulePolicy.EASY.scheduler(), false).get(0);
    assertThat(spared.killed()).isFalse();
    assertThat(spared.endNs()).isEqualTo(105);
  }

  /** Node 0 fails at 30, where the first job runs; at 40, where nobody does; and at 75. */
  @Test
  void aJobWhoseNodeFailsStartsAgain() {
    List<Long> atNs = new ArrayList<>(List.of(30L, 40L, 75L));
    NodeFailures failures =
        new NodeFailures() {
          @Override
          public long nextNs() {
            return atNs.isEmpty() ? Long.MAX_VALUE : atNs.get(0);
          }

          @Override
          public int comes() {
            return atNs.remove(0) == 40 ? NODES - 1 : 0;
          }

          @Override
          public void skipTo(long timeNs) {
            atNs.removeIf(at -> at < timeNs);
          }
        };
    BatchJob wide = new BatchJob(1, "wide", 0, 8, OptionalLong.of(60), 0, new JobWork.Delay(50));
    BatchJob next = new BatchJob(2, "next", 10, 8, OptionalLong.of(60), 0, new JobWork.Delay(50));
    List<JobRecord> records =
        run(List.of(wide, next), SchedulePolicy.EASY.scheduler(), true, failures);
    // The first starts again at 30 and at 75, the second waits behind it.
    assertThat(records.get(0).job().number()).isEqualTo(1);
    assertThat(records.get(0).startNs()).isEqualTo(75);
    assertThat(records.get(0).endNs()).isEqualTo(125);
    assertThat(records.get(0).restarts()).isEqualTo(2);
    assertThat(records.get(0).lostNs()).isEqualTo(75);
    assertThat(records.get(0).waitNs()).isZero();
    assertThat(records.get(1).startNs()).isEqualTo(125);
    MixSummary summary = MixSummary.of(records, NODES);
    assertThat(summary.restarts()).isEqualTo(2);
    assertThat(summary.utilisation())
        .isCloseTo(8 * 175 / (175.0 * NODES), org.assertj.core.api.Assertions.within(1e-9));
  }

  /** One node, a job of a second, failures every two: e^(1/2) - 1 restarts on average. */
  @Test
  void restartsAreAsManyAsTheClosedFormSays() {
    List<BatchJob> jobs = new ArrayList<>();
    for (int i = 1; i <= 3_000; i++) {
      jobs.add(
          new BatchJob(i, "job", 0, 1, OptionalLong.empty(), 0, new JobWork.Delay(1_000_000_000L)));
    }
    List<JobRecord> records =
        new BatchSimulation(
                jobs,
                SchedulePolicy.FCFS.scheduler(),
                new NodePool(1, null),
                new Delays(),
                true,
                NodeFailures.exponential(1, 2, 9))
            .run();
    double restarts = records.stream().mapToInt(JobRecord::restarts).average().orElseThrow();
    assertThat(restarts).isBetween(Math.expm1(0.5) - 0.06, Math.expm1(0.5) + 0.06);
  }
}
