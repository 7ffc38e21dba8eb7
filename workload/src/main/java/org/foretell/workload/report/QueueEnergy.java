package org.foretell.workload.report;

import org.foretell.report.Joules;

/**
 * The energy of all nodes and switches of a queue, from the first arrival to the last end.
 *
 * @param total of the machine
 * @param idle the part that would be taken if no job ran
 * @param seconds from the first arrival to the last end
 * @param jobs how many ran
 */
public record QueueEnergy(Joules total, Joules idle, double seconds, int jobs) {
  /** {@return the mean power, watts; 0 for a queue that takes no time} */
  public double meanWatts() {
    return seconds == 0 ? 0 : total.value() / seconds;
  }

  /** {@return the energy for each job, joules} */
  public double joulesPerJob() {
    return total.value() / jobs;
  }

  /** {@return the share of the energy that would be taken if no job ran, 0 to 1} */
  public double idleShare() {
    return total.value() == 0 ? 0 : idle.value() / total.value();
  }
}
