package org.foretell.machine;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.trace.BurstKind;

/** Equal nodes. Immutable. */
public final class NodeGroup {
  private final String name;
  private final int nodes;
  private final int coresPerNode;
  private final double[] cpuRatios;
  private final Map<BurstKind, Double> cpuRatioOfKind;
  private final OptionalDouble coreFlopsPerSecond;
  private final LinkSpeed intraNode;
  private final int inputLinks;
  private final int outputLinks;
  private final int nics;
  private final OptionalDouble memoryBytesPerSecond;
  private final OptionalDouble reductionBytesPerSecond;
  private final OptionalDouble streamBytesPerSecond;
  private final OptionalDouble coreStreamBytesPerSecond;
  private final Optional<NodePower> power;

  NodeGroup(NodeGroupBuilder from) {
    name = from.name;
    nodes = from.nodes;
    coresPerNode = from.coresPerNode;
    cpuRatios = from.cpuRatios.clone();
    cpuRatioOfKind = Map.copyOf(from.cpuRatioOfKind);
    coreFlopsPerSecond = from.coreFlopsPerSecond;
    intraNode = from.intraNode;
    inputLinks = from.inputLinks;
    outputLinks = from.outputLinks;
    nics = from.nics;
    memoryBytesPerSecond = from.memoryBytesPerSecond;
    reductionBytesPerSecond = from.reductionBytesPerSecond;
    streamBytesPerSecond = from.streamBytesPerSecond;
    coreStreamBytesPerSecond = from.coreStreamBytesPerSecond;
    power = from.power;
    if (nodes < 1 || coresPerNode < 1 || inputLinks < 0 || outputLinks < 0 || nics < 1) {
      throw new IllegalArgumentException(
          "node group " + name + " needs nodes, cores and NICs >= 1 and links >= 0");
    }
    if (!(memoryBytesPerSecond.orElse(1) > 0) || !(reductionBytesPerSecond.orElse(1) > 0)) {
      throw new IllegalArgumentException(
          "node group " + name + " needs bandwidths of memory and reductions above 0");
    }
    if (!(streamBytesPerSecond.orElse(1) > 0) || !(coreStreamBytesPerSecond.orElse(1) > 0)) {
      throw new IllegalArgumentException(
          "node group " + name + " needs bandwidths of streams above 0");
    }
    if (cpuRatios.length > 1 && cpuRatios.length != coresPerNode) {
      throw new IllegalArgumentException(
          "node group "
              + name
              + " has "
              + coresPerNode
              + " cores but "
              + cpuRatios.length
              + " CPU ratios");
    }
    for (double ratio : cpuRatios) {
      if (!(ratio > 0) || Double.isInfinite(ratio)) {
        throw new IllegalArgumentException("CPU ratio must be above zero, but is " + ratio);
      }
    }
  }

  /**
   * Begins the description of equal nodes.
   *
   * @param name for people
   * @return an empty builder
   */
  public static NodeGroupBuilder builder(String name) {
    return new NodeGroupBuilder(name);
  }

  /** {@return a builder with the figures of these nodes, for changing some of them} */
  public NodeGroupBuilder toBuilder() {
    return new NodeGroupBuilder(this);
  }

  /**
   * Returns the speed of each core relative to that of the traced machine.
   *
   * @return one value for all cores, or one for each core of a node; empty if not stated; a copy
   */
  public double[] cpuRatios() {
    return cpuRatios.clone();
  }

  /**
   * {@return the speed of each core relative to that of the traced machine, for bursts of a kind;
   * empty if it is that of all bursts}
   *
   * @param kind what limits the bursts
   */
  public OptionalDouble cpuRatio(BurstKind kind) {
    Double ratio = cpuRatioOfKind.get(kind);
    return ratio == null ? OptionalDouble.empty() : OptionalDouble.of(ratio);
  }

  /** {@return its name, for people} */
  public String name() {
    return name;
  }

  /** {@return how many nodes, at least 1} */
  public int nodes() {
    return nodes;
  }

  /** {@return cores of a node, at least 1} */
  public int coresPerNode() {
    return coresPerNode;
  }

  /**
   * {@return speed of a core, from which the ratio follows if the trace states its own base speed;
   * empty if not stated}
   */
  public OptionalDouble coreFlopsPerSecond() {
    return coreFlopsPerSecond;
  }

  /** {@return latency and bandwidth between two ranks of one node} */
  public LinkSpeed intraNode() {
    return intraNode;
  }

  /** {@return links from the network into a node, 0 for unlimited} */
  public int inputLinks() {
    return inputLinks;
  }

  /** {@return links from a node into the network, 0 for unlimited} */
  public int outputLinks() {
    return outputLinks;
  }

  /** {@return network interfaces of a node, at least 1} */
  public int nics() {
    return nics;
  }

  /**
   * {@return memory bandwidth of a node for messages within it, reads and writes, bytes per second;
   * empty if not stated}
   */
  public OptionalDouble memoryBytesPerSecond() {
    return memoryBytesPerSecond;
  }

  /** {@return bytes of a vector that a core reduces in a second; empty if not stated} */
  public OptionalDouble reductionBytesPerSecond() {
    return reductionBytesPerSecond;
  }

  /**
   * {@return memory bandwidth of all cores of a node together, reads and writes, as STREAM measures
   * it, bytes per second; empty if not stated}
   */
  public OptionalDouble streamBytesPerSecond() {
    return streamBytesPerSecond;
  }

  /** {@return maximum memory bandwidth of a single core; empty if not stated} */
  public OptionalDouble coreStreamBytesPerSecond() {
    return coreStreamBytesPerSecond;
  }

  /** {@return the power of a node; empty if not stated} */
  public Optional<NodePower> power() {
    return power;
  }

  /** {@return the power of a node that computes nothing; empty if not stated} */
  public Optional<Watts> idlePower() {
    return power.map(of -> withCores(of, of.coreIdle()));
  }

  /** {@return the power of a node whose cores all wait for messages; empty if not stated} */
  public Optional<Watts> waitingPower() {
    return power.map(of -> withCores(of, of.coreWaiting()));
  }

  /** {@return the power of a node whose cores all compute; empty if not stated} */
  public Optional<Watts> busyPower() {
    return power.map(of -> withCores(of, of.coreBusy()));
  }

  private Watts withCores(NodePower of, Watts core) {
    return of.node().plus(of.networkInterface().times(nics)).plus(core.times(coresPerNode));
  }

  /** {@return the number of cores of all nodes} */
  public long cores() {
    return (long) nodes * coresPerNode;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeGroup that
        && name.equals(that.name)
        && nodes == that.nodes
        && coresPerNode == that.coresPerNode
        && Arrays.equals(cpuRatios, that.cpuRatios)
        && cpuRatioOfKind.equals(that.cpuRatioOfKind)
        && coreFlopsPerSecond.equals(that.coreFlopsPerSecond)
        && intraNode.equals(that.intraNode)
        && inputLinks == that.inputLinks
        && outputLinks == that.outputLinks
        && nics == that.nics
        && memoryBytesPerSecond.equals(that.memoryBytesPerSecond)
        && reductionBytesPerSecond.equals(that.reductionBytesPerSecond)
        && streamBytesPerSecond.equals(that.streamBytesPerSecond)
        && coreStreamBytesPerSecond.equals(that.coreStreamBytesPerSecond)
        && power.equals(that.power);
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + nodes;
  }

  @Override
  public String toString() {
    return name + ": " + nodes + " nodes of " + coresPerNode + " cores";
  }
}
