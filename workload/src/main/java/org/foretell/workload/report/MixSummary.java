package org.foretell.workload.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a queue comes to, in the usual figures.
 *
 * @param jobs how many ran
 * @param killed how many of them were ended by the batch system
 * @param makespanSeconds from the first arrival to the last end
 * @param utilisation node seconds in use, runs in vain included, over those of all nodes in that
 *     time, 0 to 1
 * @param jobsPerDay jobs over that time
 * @param waitSeconds how long jobs waited
 * @param boundedSlowDown wait and run over run, see {@link JobRecord#boundedSlowDown}
 * @param runSlowDown run over the run alone, mean over the jobs that were not killed
 * @param restarts how often a job started again because a node had failed
 * @param lostNodeHours of runs that failures ended
 */
public record MixSummary(
    int jobs,
    int killed,
    double makespanSeconds,
    double utilisation,
    double jobsPerDay,
    Spread waitSeconds,
    Spread boundedSlowDown,
    double runSlowDown,
    int restarts,
    double lostNodeHours) {
  private static final double NS = 1e9;
  private static final double DAY_SECONDS = 86_400;
  private static final double HOUR_SECONDS = 3600;

  /**
   * A figure over all jobs.
   *
   * @param mean over jobs
   * @param median half of the jobs have no more
   * @param p95 95% of the jobs have no more
   * @param most of any job
   */
  public record Spread(double mean, double median, double p95, double most) {
    static Spread of(List<JobRecord> records, ToDoubleFunction<JobRecord> figure) {
      double[] sorted = records.stream().mapToDouble(figure).sorted().toArray();
      return new Spread(
          Arrays.stream(sorted).average().orElse(0),
          at(sorted, 0.5),
          at(sorted, 0.95),
          at(sorted, 1));
    }

    /** The least value that a share of the jobs does not exceed. */
    private static double at(double[] sorted, double share) {
      return sorted.length == 0
          ? 0
          : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
  }

  /**
   * {@return the figures of a queue}
   *
   * @param records of all jobs, at least one
   * @param nodes of the machine
   */
  public static MixSummary of(List<JobRecord> records, int nodes) {
    long firstNs = records.stream().mapToLong(one -> one.job().submitNs()).min().orElse(0);
    long lastNs = records.stream().mapToLong(JobRecord::endNs).max().orElse(0);
    double seconds = (lastNs - firstNs) / NS;
    // In nanoseconds, whose sums are exact: nodes that are always in use are no more than all.
    double usedNs =
        records.stream()
            .mapToDouble(one -> (double) (one.runNs() + one.lostNs()) * one.nodes().size())
            .sum();
    return new MixSummary(
        records.size(),
        (int) records.stream().filter(JobRecord::killed).count(),
        seconds,
        lastNs == firstNs ? 0 : usedNs / ((double) (lastNs - firstNs) * nodes),
        seconds == 0 ? 0 : records.size() / seconds * DAY_SECONDS,
        Spread.of(records, one -> one.waitNs() / NS),
        Spread.of(records, JobRecord::boundedSlowDown),
        records.stream().flatMapToDouble(one -> one.runSlowDown().stream()).average().orElse(1),
        records.stream().mapToInt(JobRecord::restarts).sum(),
        records.stream().mapToDouble(one -> one.lostNs() / NS * one.nodes().size()).sum()
            / HOUR_SECONDS);
  }
}
