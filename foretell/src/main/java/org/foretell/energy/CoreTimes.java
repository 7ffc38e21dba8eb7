package org.foretell.energy;

/** How long the core of each rank computes, and when it becomes idle; picoseconds. */
public interface CoreTimes {
  /**
   * {@return the time of a rank in bursts}
   *
   * @param rank world rank
   */
  long busyPs(int rank);

  /**
   * {@return when a rank ends}
   *
   * @param rank world rank
   */
  long finishPs(int rank);

  /** {@return when the last rank ends} */
  long makespanPs();
}
