package org.foretell.procurement.metric;

/**
 * The power of a node.
 *
 * @param idleWatts power of an idle node, at least 0
 * @param busyWatts when all its cores compute, at least {@code idleWatts}
 */
public record NodePower(double idleWatts, double busyWatts) {
  /** Checks. */
  public NodePower {
    Amount.notNegative("the power of an idle node", idleWatts);
    Amount.notNegative("the power of a busy node", busyWatts);
    if (busyWatts < idleWatts) {
      throw new IllegalArgumentException(
          "a busy node takes " + busyWatts + " W, less than an idle one, " + idleWatts + " W");
    }
  }

  /**
   * {@return the energy of nodes during a run, in joules: {@code n (P_idle t + (P_busy - P_idle)
   * t_busy)}}
   *
   * @param nodes how many, at least 0
   * @param seconds duration of the run
   * @param busyShare of this time that cores compute, on average over all cores, 0 to 1
   */
  public double joules(long nodes, double seconds, double busyShare) {
    Amount.notNegative("the time", seconds);
    return Amount.count("the count of nodes", 0, nodes) * seconds * averageWatts(busyShare);
  }

  /**
   * {@return the power of one node}
   *
   * @param busyShare of the time that its cores compute, 0 to 1
   */
  public double averageWatts(double busyShare) {
    return idleWatts + (busyWatts - idleWatts) * Amount.share("the busy share", busyShare);
  }
}
