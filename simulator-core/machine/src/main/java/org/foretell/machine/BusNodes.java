package org.foretell.machine;

import java.util.List;

/**
 * Equal nodes of a {@link BusSite}. Messages need a link out of their sender and a link into their
 * receiver: within a node these belong to the rank, otherwise to the node. A count is {@link
 * #UNLIMITED} for no limit. As in Dimemas, if one of the two counts is 0, the other is the number
 * of half-duplex links, each of which carries one message in or out at a time; if both are 0, there
 * is no limit. Immutable.
 */
public final class BusNodes {
  /** The count of links or buses without a limit. */
  public static final int UNLIMITED = -1;

  private final int count;
  private final int cpus;
  private final double cpuRatio;
  private final LinkSpeed intraNode;
  private final int intraBuses;
  private final int intraInputLinks;
  private final int intraOutputLinks;
  private final long latencyPs;
  private final int inputLinks;
  private final int outputLinks;
  private final long wideAreaLatencyPs;

  BusNodes(BusNodesBuilder from) {
    count = from.count;
    cpus = from.cpus;
    cpuRatio = from.cpuRatio;
    intraNode = from.intraNode;
    intraBuses = from.intraBuses;
    intraInputLinks = from.intraInputLinks;
    intraOutputLinks = from.intraOutputLinks;
    latencyPs = from.latencyPs;
    inputLinks = from.inputLinks;
    outputLinks = from.outputLinks;
    wideAreaLatencyPs = from.wideAreaLatencyPs;
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
   * Begins the description of equal nodes.
   *
   * @param count how many, at least 1
   * @return a builder of nodes with one CPU each, without limits, on which messages take no time
   */
  public static BusNodesBuilder builder(int count) {
    return new BusNodesBuilder(count);
  }

  /** {@return a builder with the figures of these nodes, for changing some of them} */
  public BusNodesBuilder toBuilder() {
    return new BusNodesBuilder(count)
        .cpus(cpus)
        .cpuRatio(cpuRatio)
        .intraNode(intraNode)
        .intraBuses(intraBuses)
        .intraLinks(intraInputLinks, intraOutputLinks)
        .latencyPs(latencyPs)
        .links(inputLinks, outputLinks)
        .wideAreaLatencyPs(wideAreaLatencyPs);
  }

  /**
   * {@return the same nodes with a minimum number of CPUs}
   *
   * @param least at least 0
   */
  public BusNodes withCpus(int least) {
    return toBuilder().cpus(Math.max(cpus, least)).build();
  }

  /**
   * {@return whether counts of links in and out mean half duplex: one of the counts is 0, the other
   * above}
   *
   * @param in links in
   * @param out links out
   */
  public static boolean isHalfDuplex(int in, int out) {
    return Math.min(in, out) == 0 && Math.max(in, out) > 0;
  }

  /** {@return how many nodes, at least 1} */
  public int count() {
    return count;
  }

  /** {@return CPUs of a node, at least 1} */
  public int cpus() {
    return cpus;
  }

  /** {@return speed of a CPU relative to that of the traced machine; 0 if bursts take no time} */
  public double cpuRatio() {
    return cpuRatio;
  }

  /** {@return latency and bandwidth between two ranks of one node} */
  public LinkSpeed intraNode() {
    return intraNode;
  }

  /** {@return concurrent messages within a node, 0 for unlimited} */
  public int intraBuses() {
    return intraBuses;
  }

  /** {@return links into a rank from its node, see above} */
  public int intraInputLinks() {
    return intraInputLinks;
  }

  /** {@return links out of a rank into its node, see above} */
  public int intraOutputLinks() {
    return intraOutputLinks;
  }

  /** {@return latency of messages to other nodes of the site, picoseconds} */
  public long latencyPs() {
    return latencyPs;
  }

  /** {@return links into a node, see above} */
  public int inputLinks() {
    return inputLinks;
  }

  /** {@return links out of a node, see above} */
  public int outputLinks() {
    return outputLinks;
  }

  /** {@return latency of messages to other sites, picoseconds} */
  public long wideAreaLatencyPs() {
    return wideAreaLatencyPs;
  }

  private List<Object> figures() {
    return List.of(
        count,
        cpus,
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

  @Override
  public boolean equals(Object other) {
    return other instanceof BusNodes that && figures().equals(that.figures());
  }

  @Override
  public int hashCode() {
    return figures().hashCode();
  }

  @Override
  public String toString() {
    return count + " nodes of " + cpus + " CPUs, figures " + figures();
  }
}
