package org.foretell.machine;

import java.util.OptionalDouble;

/** Describes equal nodes, one figure at a time. Each is as it usually is until it is said. */
public final class NodeGroupBuilder {
  final String name;
  int nodes = 1;
  int coresPerNode = 1;
  double[] cpuRatios = {};
  OptionalDouble coreFlopsPerSecond = OptionalDouble.empty();
  LinkSpeed intraNode = LinkSpeed.INSTANT;
  int inputLinks;
  int outputLinks;
  int nics = 1;
  OptionalDouble memoryBytesPerSecond = OptionalDouble.empty();
  OptionalDouble reductionBytesPerSecond = OptionalDouble.empty();
  OptionalDouble streamBytesPerSecond = OptionalDouble.empty();
  OptionalDouble coreStreamBytesPerSecond = OptionalDouble.empty();

  NodeGroupBuilder(String name) {
    this.name = name;
  }

  NodeGroupBuilder(NodeGroup like) {
    name = like.name();
    nodes = like.nodes();
    coresPerNode = like.coresPerNode();
    cpuRatios = like.cpuRatios();
    coreFlopsPerSecond = like.coreFlopsPerSecond();
    intraNode = like.intraNode();
    inputLinks = like.inputLinks();
    outputLinks = like.outputLinks();
    nics = like.nics();
    memoryBytesPerSecond = like.memoryBytesPerSecond();
    reductionBytesPerSecond = like.reductionBytesPerSecond();
    streamBytesPerSecond = like.streamBytesPerSecond();
    coreStreamBytesPerSecond = like.coreStreamBytesPerSecond();
  }

  /**
   * How many nodes; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public NodeGroupBuilder nodes(int count) {
    nodes = count;
    return this;
  }

  /**
   * How many cores each has; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public NodeGroupBuilder coresPerNode(int count) {
    coresPerNode = count;
    return this;
  }

  /**
   * Speed of cores relative to the machine on which the trace was taken; not stated by default.
   *
   * @param ratios one for all cores, or one for each core of a node, each above 0
   * @return this
   */
  public NodeGroupBuilder cpuRatios(double... ratios) {
    cpuRatios = ratios.clone();
    return this;
  }

  /**
   * Speed of a core, flop per second; not stated by default.
   *
   * @param flopsPerSecond above 0
   * @return this
   */
  public NodeGroupBuilder coreFlopsPerSecond(double flopsPerSecond) {
    coreFlopsPerSecond = OptionalDouble.of(flopsPerSecond);
    return this;
  }

  /**
   * Latency and bandwidth between two ranks of one node; by default messages take no time.
   *
   * @param speed latency and bandwidth
   * @return this
   */
  public NodeGroupBuilder intraNode(LinkSpeed speed) {
    intraNode = speed;
    return this;
  }

  /**
   * Links from the network into a node; 0, the default, for unlimited.
   *
   * @param count at least 0
   * @return this
   */
  public NodeGroupBuilder inputLinks(int count) {
    inputLinks = count;
    return this;
  }

  /**
   * Links from a node into the network; 0, the default, for unlimited.
   *
   * @param count at least 0
   * @return this
   */
  public NodeGroupBuilder outputLinks(int count) {
    outputLinks = count;
    return this;
  }

  /**
   * Network interfaces of a node; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public NodeGroupBuilder nics(int count) {
    nics = count;
    return this;
  }

  /**
   * What the memory of a node reads and writes for messages within it; not stated by default.
   *
   * @param bytesPerSecond above 0; positive infinity for no limit
   * @return this
   */
  public NodeGroupBuilder memoryBytesPerSecond(double bytesPerSecond) {
    memoryBytesPerSecond = OptionalDouble.of(bytesPerSecond);
    return this;
  }

  /**
   * Bytes of a vector that a core reduces in a second; not stated by default.
   *
   * @param bytesPerSecond above 0; positive infinity if reductions take no time
   * @return this
   */
  public NodeGroupBuilder reductionBytesPerSecond(double bytesPerSecond) {
    reductionBytesPerSecond = OptionalDouble.of(bytesPerSecond);
    return this;
  }

  /**
   * What all cores of a node together read from its memory and write to it, as STREAM measures it;
   * not stated by default.
   *
   * @param bytesPerSecond above 0
   * @return this
   */
  public NodeGroupBuilder streamBytesPerSecond(double bytesPerSecond) {
    streamBytesPerSecond = OptionalDouble.of(bytesPerSecond);
    return this;
  }

  /**
   * What one core alone reads and writes at most; not stated by default.
   *
   * @param bytesPerSecond above 0
   * @return this
   */
  public NodeGroupBuilder coreStreamBytesPerSecond(double bytesPerSecond) {
    coreStreamBytesPerSecond = OptionalDouble.of(bytesPerSecond);
    return this;
  }

  /**
   * The nodes.
   *
   * @return the nodes, which are immutable
   * @throws IllegalArgumentException if a figure is out of range
   */
  public NodeGroup build() {
    return new NodeGroup(this);
  }
}
