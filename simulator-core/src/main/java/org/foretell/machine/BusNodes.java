package org.foretell.machine;

/**
 * Equal nodes of a {@link BusSite}. Messages need a link out of their sender and one into their
 * receiver: within a node those belong to the rank, otherwise to the node. A count is {@link
 * #UNLIMITED} for no limit. As in Dimemas, one of the two is 0 if the other is the number of
 * half-duplex links, each of which carries one message in or out at a time; both 0: there is no
 * limit.
 *
 * @param count how many nodes, at least 1
 * @param cpus CPUs of a node, at least 1
 * @param cpuRatio speed of a CPU relative to the one the trace was taken on; 0 when bursts take no
 *     time
 * @param intraNode latency and bandwidth between two ranks of one node
 * @param intraBuses messages under way at once within a node, 0 for unlimited
 * @param intraInputLinks links into a rank from its node, see above
 * @param intraOutputLinks links out of a rank into its node, see above
 * @param latencyPs of messages to other nodes of the site, picoseconds
 * @param inputLinks links into a node, see above
 * @param outputLinks links out of a node, see above
 * @param wideAreaLatencyPs of messages to other sites, picoseconds
 */
public record BusNodes(
    int count,
    int cpus,
    double cpuRatio,
    LinkSpeed intraNode,
    int intraBuses,
    int intraInputLinks,
    int intraOutputLinks,
    long latencyPs,
    int inputLinks,
    int outputLinks,
    long wideAreaLatencyPs) {
  /** So many links that no message waits for one. */
  public static final int UNLIMITED = -1;

  /** Checks the ranges. */
  public BusNodes {
    if (count < 1 || cpus < 1) {
      throw new IllegalArgumentException("a group of nodes needs nodes and CPUs");
    }
    if (!(cpuRatio >= 0) || Double.isInfinite(cpuRatio)) {
      throw new IllegalArgumentException("CPU ratio must be at least zero, but is " + cpuRatio);
    }
    if (intraBuses < 0
        || Math.min(intraInputLinks, intraOutputLinks) < UNLIMITED
        || Math.min(inputLinks, outputLinks) < UNLIMITED) {
      throw new IllegalArgumentException("numbers of links and buses must not be negative");
    }
    if (latencyPs < 0 || wideAreaLatencyPs < 0) {
      throw new IllegalArgumentException("latencies must not be negative");
    }
  }

  /**
   * {@return the same nodes with at least so many CPUs}
   *
   * @param least at least 0
   */
  public BusNodes withCpus(int least) {
    return new BusNodes(
        count,
        Math.max(cpus, least),
        cpuRatio,
        intraNode,
        intraBuses,
        intraInputLinks,
        intraOutputLinks,
        latencyPs,
        inputLinks,
        outputLinks,
        wideAreaLatencyPs);
  }

  /**
   * {@return whether so many links in and out are half duplex: one of the counts is 0, the other
   * above}
   *
   * @param in links in
   * @param out links out
   */
  public static boolean isHalfDuplex(int in, int out) {
    return Math.min(in, out) == 0 && Math.max(in, out) > 0;
  }
}
