package org.foretell.machine;

import java.util.List;
import java.util.Map;

/**
 * A machine: groups of nodes joined by buses, and the settings that its owner gives to models.
 *
 * @param name short, as on the command line
 * @param title for people
 * @param groups at least one; nodes are numbered through the groups in this order
 * @param buses latency, bandwidth and number of ways between nodes
 * @param eagerThresholdBytes messages up to and including this size are sent eagerly; {@link
 *     Long#MAX_VALUE} when all are
 * @param modelParameters settings for models, by parameter name, with units as written in the file
 * @param sources where the figures come from, one text each
 * @param unverified names of figures that no source confirms, for example {@code "network.latency"}
 */
public record Machine(
    String name,
    String title,
    List<NodeGroup> groups,
    Buses buses,
    long eagerThresholdBytes,
    Map<String, String> modelParameters,
    List<String> sources,
    List<String> unverified) {
  /** Checks the ranges and copies the collections. */
  public Machine {
    groups = List.copyOf(groups);
    modelParameters = Map.copyOf(modelParameters);
    sources = List.copyOf(sources);
    unverified = List.copyOf(unverified);
    if (groups.isEmpty()) {
      throw new IllegalArgumentException("machine " + name + " has no nodes");
    }
    if (eagerThresholdBytes < 0) {
      throw new IllegalArgumentException("eager threshold must not be negative");
    }
    long nodes = 0;
    for (NodeGroup group : groups) {
      nodes += group.nodes();
    }
    if (nodes > 1 << 24) {
      throw new IllegalArgumentException("machine " + name + " has more than 2^24 nodes");
    }
  }

  /** Number of nodes. */
  public int nodes() {
    int nodes = 0;
    for (NodeGroup group : groups) {
      nodes += group.nodes();
    }
    return nodes;
  }

  /** Number of cores. */
  public long cores() {
    long cores = 0;
    for (NodeGroup group : groups) {
      cores += group.cores();
    }
    return cores;
  }

  /**
   * The group of a node.
   *
   * @param node 0 to {@code nodes() - 1}
   */
  public NodeGroup groupOf(int node) {
    int rest = node;
    for (NodeGroup group : groups) {
      if (rest < group.nodes()) {
        return group;
      }
      rest -= group.nodes();
    }
    throw new IllegalArgumentException("machine " + name + " has no node " + node);
  }
}
