package org.foretell.workload.report;

import java.util.List;
import org.foretell.report.Joules;

/**
 * The energy of all nodes and switches of a queue, from the first arrival to the last end.
 *
 * @param total of the machine
 * @param idle the part that would be taken if no job ran
 * @param seconds from the first arrival to the last end
 * @param jobs how many ran
 * @param watts mean power of each of equal spans of this time
 */
public record QueueEnergy(Joules total, Joules idle, double seconds, int jobs, List<Double> watts) {
  /** Copies the list. */
  public QueueEnergy {
    watts = List.copyOf(watts);
  }

  /** {@return the mean power, watts; 0 for a queue that takes no time} */
  public double meanWatts() {
    return seconds == 0 ? 0 : total.value() / seconds;
  }

  /** {@return the length of a span, seconds} */
  public double spanSeconds() {
    return watts.isEmpty() ? 0 : seconds / watts.size();
  }

  /** {@return the greatest mean power of a span, watts} */
  public double peakWatts() {
    return watts.stream().mapToDouble(Double::doubleValue).max().orElse(0);
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
