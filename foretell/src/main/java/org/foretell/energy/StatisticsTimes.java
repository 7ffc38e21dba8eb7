package org.foretell.energy;

import org.foretell.observe.Statistics;

/**
 * The times of cores in the statistics of a run.
 *
 * @param statistics of a run that has ended
 */
public record StatisticsTimes(Statistics statistics) implements CoreTimes {
  @Override
  public long busyPs(int rank) {
    return statistics.computePs(rank);
  }

  @Override
  public long finishPs(int rank) {
    return statistics.finishPs(rank);
  }

  @Override
  public long makespanPs() {
    return statistics.makespanPs();
  }
}
