package org.foretell.machine;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Equal nodes.
 *
 * @param name for people
 * @param nodes how many, at least 1
 * @param coresPerNode at least 1
 * @param cpuRatios speed of each core relative to the machine on which the trace was taken, one
 *     value for all cores or one for each core of a node, each above 0; empty when not stated
 * @param coreFlopsPerSecond speed of a core, from which the ratio follows when the trace states its
 *     own base speed
 * @param intraNode latency and bandwidth between two ranks of one node
 * @param inputLinks links from the network into a node, 0 for unlimited
 * @param outputLinks links from a node into the network, 0 for unlimited
 * @param nics network interfaces of a node, at least 1
 */
public record NodeGroup(
    String name,
    int nodes,
    int coresPerNode,
    double[] cpuRatios,
    OptionalDouble coreFlopsPerSecond,
    LinkSpeed intraNode,
    int inputLinks,
    int outputLinks,
    int nics) {
  /**
   * Begins the description of equal nodes.
   *
   * @param name for people
   * @return a builder in which nothing is stated
   */
  public static NodeGroupBuilder builder(String name) {
    return new NodeGroupBuilder(name);
  }

  /** Checks the ranges. */
  public NodeGroup {
    if (nodes < 1 || coresPerNode < 1 || inputLinks < 0 || outputLinks < 0 || nics < 1) {
      throw new IllegalArgumentException(
          "node group " + name + " needs nodes, cores and NICs >= 1 and links >= 0");
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
    cpuRatios = cpuRatios.clone();
  }

  /**
   * Speed of each core relative to the machine on which the trace was taken.
   *
   * @return one value for all cores, or one for each core of a node; empty when not stated; a copy
   */
  @Override
  public double[] cpuRatios() {
    return cpuRatios.clone();
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
        && coreFlopsPerSecond.equals(that.coreFlopsPerSecond)
        && intraNode.equals(that.intraNode)
        && inputLinks == that.inputLinks
        && outputLinks == that.outputLinks
        && nics == that.nics;
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
