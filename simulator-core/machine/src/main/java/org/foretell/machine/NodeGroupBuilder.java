package org.foretell.machine;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.trace.BurstKind;

/** Builds equal nodes. Unset figures have defaults. */
public final class NodeGroupBuilder {
  final String name;
  int nodes = 1;
  int coresPerNode = 1;
  double[] cpuRatios = {};
  final Map<BurstKind, Double> cpuRatioOfKind = new EnumMap<>(BurstKind.class);
  OptionalDouble coreFlopsPerSecond = OptionalDouble.empty();
  LinkSpeed intraNode = LinkSpeed.INSTANT;
  int inputLinks;
  int outputLinks;
  int nics = 1;
  OptionalDouble memoryBytesPerSecond = OptionalDouble.empty();
  OptionalDouble reductionBytesPerSecond = OptionalDouble.empty();
  OptionalDouble streamBytesPerSecond = OptionalDouble.empty();
  OptionalDouble coreStreamBytesPerSecond = OptionalDouble.empty();
  Optional<NodePower> power = Optional.empty();

  NodeGroupBuilder(String name) {
    this.name = name;
  }

  NodeGroupBuilder(NodeGroup like) {
    name = like.name();
    nodes = like.nodes();
    coresPerNode = like.coresPerNode();
    cpuRatios = like.cpuRatios();
    for (BurstKind kind : BurstKind.values()) {
      like.cpuRatio(kind).ifPresent(ratio -> cpuRatioOfKind.put(kind, ratio));
    }
    coreFlopsPerSecond = like.coreFlopsPerSecond();
    intraNode = like.intraNode();
    inputLinks = like.inputLinks();
    outputLinks = like.outputLinks();
    nics = like.nics();
    memoryBytesPerSecond = like.memoryBytesPerSecond();
    reductionBytesPerSecond = like.reductionBytesPerSecond();
    streamBytesPerSecond = like.streamBytesPerSecond();
    coreStreamBytesPerSecond = like.coreStreamBytesPerSecond();
    power = like.power();
  }

  /**
   * Sets the number of nodes; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public NodeGroupBuilder nodes(int count) {
    nodes = count;
    return this;
  }

  /**
   * Sets the number of cores of each node; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public NodeGroupBuilder coresPerNode(int count) {
    coresPerNode = count;
    return this;
  }

  /**
   * Sets the speed of cores relative to those of the traced machine; not stated by default.
   *
   * @param ratios one for all cores, or one for each core of a node, each above 0
   * @return this
   */
  public NodeGroupBuilder cpuRatios(double... ratios) {
    cpuRatios = ratios.clone();
    return this;
  }

  /**
   * Sets the speed of cores relative to those of the traced machine for bursts of a kind; by
   * default, it is that of all bursts.
   *
   * @param kind {@link BurstKind#COMPUTE} or {@link BurstKind#MEMORY}
   * @param ratio above 0
   * @return this
   * @throws IllegalArgumentException if the kind or the ratio is another one
   */
  public NodeGroupBuilder cpuRatio(BurstKind kind, double ratio) {
    if ((kind != BurstKind.COMPUTE && kind != BurstKind.MEMORY)
        || !(ratio > 0)
        || Double.isInfinite(ratio)) {
      throw new IllegalArgumentException(
          "a CPU ratio of bursts of the kind COMPUTE or MEMORY must be above zero, but is "
              + ratio
              + " of "
              + kind);
    }
    cpuRatioOfKind.put(kind, ratio);
    return this;
  }

  /**
   * Sets the speed of a core, flop per second; not stated by default.
   *
   * @param flopsPerSecond above 0
   * @return this
   */
  public NodeGroupBuilder coreFlopsPerSecond(double flopsPerSecond) {
    coreFlopsPerSecond = OptionalDouble.of(flopsPerSecond);
    return this;
  }

  /**
   * Sets latency and bandwidth between two ranks of one node; by default messages take no time.
   *
   * @param speed latency and bandwidth
   * @return this
   */
  public NodeGroupBuilder intraNode(LinkSpeed speed) {
    intraNode = speed;
    return this;
  }

  /**
   * Sets the links from the network into a node; 0, the default, for unlimited.
   *
   * @param count at least 0
   * @return this
   */
  public NodeGroupBuilder inputLinks(int count) {
    inputLinks = count;
    return this;
  }

  /**
   * Sets the links from a node into the network; 0, the default, for unlimited.
   *
   * @param count at least 0
   * @return this
   */
  public NodeGroupBuilder outputLinks(int count) {
    outputLinks = count;
    return this;
  }

  /**
   * Sets the network interfaces of a node; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public NodeGroupBuilder nics(int count) {
    nics = count;
    return this;
  }

  /**
   * Sets the memory bandwidth of a node for messages within it, reads and writes; not stated by
   * default.
   *
   * @param bytesPerSecond above 0; positive infinity for no limit
   * @return this
   */
  public NodeGroupBuilder memoryBytesPerSecond(double bytesPerSecond) {
    memoryBytesPerSecond = OptionalDouble.of(bytesPerSecond);
    return this;
  }

  /**
   * Sets the bytes of a vector that a core reduces in a second; not stated by default.
   *
   * @param bytesPerSecond above 0; positive infinity if reductions take no time
   * @return this
   */
  public NodeGroupBuilder reductionBytesPerSecond(double bytesPerSecond) {
    reductionBytesPerSecond = OptionalDouble.of(bytesPerSecond);
    return this;
  }

  /**
   * Sets the memory bandwidth of all cores of a node together, reads and writes, as STREAM measures
   * it; not stated by default.
   *
   * @param bytesPerSecond above 0
   * @return this
   */
  public NodeGroupBuilder streamBytesPerSecond(double bytesPerSecond) {
    streamBytesPerSecond = OptionalDouble.of(bytesPerSecond);
    return this;
  }

  /**
   * Sets the maximum memory bandwidth of a single core; not stated by default.
   *
   * @param bytesPerSecond above 0
   * @return this
   */
  public NodeGroupBuilder coreStreamBytesPerSecond(double bytesPerSecond) {
    coreStreamBytesPerSecond = OptionalDouble.of(bytesPerSecond);
    return this;
  }

  /**
   * Sets the power of a node; not stated by default.
   *
   * @param stated of each node of the group
   * @return this
   */
  public NodeGroupBuilder power(NodePower stated) {
    power = Optional.of(stated);
    return this;
  }

  /**
   * Builds the nodes.
   *
   * @return the nodes, which are immutable
   * @throws IllegalArgumentException if a figure is out of range
   */
  public NodeGroup build() {
    return new NodeGroup(this);
  }
}
