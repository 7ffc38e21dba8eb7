package org.foretell.machine;

/** Builds equal nodes of a {@link BusSite}. */
public final class BusNodesBuilder {
  final int count;
  int cpus = 1;
  double cpuRatio = 1;
  LinkSpeed intraNode = LinkSpeed.INSTANT;
  int intraBuses;
  int intraInputLinks;
  int intraOutputLinks;
  long latencyPs;
  int inputLinks;
  int outputLinks;
  long wideAreaLatencyPs;

  BusNodesBuilder(int count) {
    this.count = count;
  }

  /**
   * Sets the CPUs of a node; 1 by default.
   *
   * @param number at least 1
   * @return this
   */
  public BusNodesBuilder cpus(int number) {
    cpus = number;
    return this;
  }

  /**
   * Sets the speed of a CPU relative to that of the traced machine; 1 by default.
   *
   * @param ratio at least 0; 0 when bursts take no time
   * @return this
   */
  public BusNodesBuilder cpuRatio(double ratio) {
    cpuRatio = ratio;
    return this;
  }

  /**
   * Sets latency and bandwidth between two ranks of one node; by default messages take no time.
   *
   * @param speed latency and bandwidth
   * @return this
   */
  public BusNodesBuilder intraNode(LinkSpeed speed) {
    intraNode = speed;
    return this;
  }

  /**
   * Sets the maximum number of concurrent messages within a node; 0, the default, for any number.
   *
   * @param number at least 0
   * @return this
   */
  public BusNodesBuilder intraBuses(int number) {
    intraBuses = number;
    return this;
  }

  /**
   * Sets the links of a rank within its node; both 0, the default, for no limit.
   *
   * @param in links into a rank, or {@link BusNodes#UNLIMITED}; 0 where {@code out} is the number
   *     of half-duplex links
   * @param out links out of a rank, or {@link BusNodes#UNLIMITED}; 0 where {@code in} is the number
   *     of half-duplex links
   * @return this
   */
  public BusNodesBuilder intraLinks(int in, int out) {
    intraInputLinks = in;
    intraOutputLinks = out;
    return this;
  }

  /**
   * Sets the latency of messages to other nodes of the site; 0 by default.
   *
   * @param latency picoseconds, at least 0
   * @return this
   */
  public BusNodesBuilder latencyPs(long latency) {
    latencyPs = latency;
    return this;
  }

  /**
   * Sets the links between a node and the others; both 0, the default, for no limit.
   *
   * @param in links into a node, or {@link BusNodes#UNLIMITED}; 0 where {@code out} is the number
   *     of half-duplex links
   * @param out links out of a node, or {@link BusNodes#UNLIMITED}; 0 where {@code in} is the number
   *     of half-duplex links
   * @return this
   */
  public BusNodesBuilder links(int in, int out) {
    inputLinks = in;
    outputLinks = out;
    return this;
  }

  /**
   * Sets the latency of messages to other sites; 0 by default.
   *
   * @param latency picoseconds, at least 0
   * @return this
   */
  public BusNodesBuilder wideAreaLatencyPs(long latency) {
    wideAreaLatencyPs = latency;
    return this;
  }

  /**
   * Builds the nodes.
   *
   * @return the nodes, which are immutable
   * @throws IllegalArgumentException if a figure is out of range
   */
  public BusNodes build() {
    return new BusNodes(this);
  }
}
