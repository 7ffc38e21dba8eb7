package org.foretell.workload.failure;

import java.util.OptionalDouble;

/**
 * What failures cost a run, over replications. Immutable.
 *
 * @param rates of failures
 * @param run with the interval that was used
 * @param replications how many runs were simulated
 * @param seconds the time of a run
 * @param p95Seconds 95% of the runs take no longer
 * @param failures the number of failures of a run
 * @param lostSeconds work and checkpoints that failures undid
 * @param writtenSeconds time of checkpoints
 * @param restartSeconds time of restarts
 * @param expectedSeconds the time by a closed form; empty unless failures are exponential
 * @param youngSeconds Young's interval; empty if checkpoints take no time
 * @param dalySeconds Daly's interval; empty if checkpoints take no time
 */
public record FailureResult(
    FailureRates rates,
    Checkpoints run,
    int replications,
    Mean seconds,
    double p95Seconds,
    Mean failures,
    Mean lostSeconds,
    Mean writtenSeconds,
    Mean restartSeconds,
    OptionalDouble expectedSeconds,
    OptionalDouble youngSeconds,
    OptionalDouble dalySeconds) {
  /**
   * A mean over replications.
   *
   * @param value the mean
   * @param plusMinus half of its 95% confidence interval, by Student's distribution; 0 for one
   *     replication
   */
  public record Mean(double value, double plusMinus) {}

  /** {@return the share of the time that is no work, 0 to 1} */
  public double waste() {
    return 1 - run.workSeconds() / seconds.value();
  }

  /** {@return node hours of a run} */
  public Mean nodeHours() {
    double perSecond = rates.nodes() / 3600.0;
    return new Mean(seconds.value() * perSecond, seconds.plusMinus() * perSecond);
  }
}
