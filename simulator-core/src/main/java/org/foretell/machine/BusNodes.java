package org.foretell.machine;

/**
 * Equal nodes of a {@link BusSite}. Messages need a link out of their sender and one into their
 * receiver: within a node those belong to the rank, otherwise to the node. Both counts 0: there is
 * no limit. Exactly one of them 0: the other is the number of half-duplex links, each of which
 * carries one message in or out at a time.
 *
 * @param count how many nodes, at least 1
 * @param cpus CPUs of a node, at least 1
 * @param cpuRatio speed of a CPU relative to the one the trace was taken on; 0 when bursts take no
 *     time
 * @param intraNode latency and bandwidth between two ranks of one node
 * @param intraBuses messages under way at once within a node, 0 for unlimited
 * @param intraInputLinks links into a rank from its node, 0 for unlimited or half duplex
 * @param intraOutputLinks links out of a rank into its node, 0 for unlimited or half duplex
 * @param latencyPs of messages to other nodes of the site, picoseconds
 * @param inputLinks links into a node, 0 for unlimited or half duplex
 * @param outputLinks links out of a node, 0 for unlimited or half duplex
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
  /** Checks the ranges. */
  public BusNodes {
    if (count < 1 || cpus < 1) {
      throw new IllegalArgumentException("a group of nodes needs nodes and CPUs");
    }
    if (!(cpuRatio >= 0) || Double.isInfinite(cpuRatio)) {
      throw new IllegalArgumentException("CPU ratio must be at least zero, but is " + cpuRatio);
    }
    if (intraBuses < 0
        || intraInputLinks < 0
        || intraOutputLinks < 0
        || inputLinks < 0
        || outputLinks < 0) {
      throw new IllegalArgumentException("numbers of links and buses must not be negative");
    }
    if (latencyPs < 0 || wideAreaLatencyPs < 0) {
      throw new IllegalArgumentException("latencies must not be negative");
    }
  }
}
