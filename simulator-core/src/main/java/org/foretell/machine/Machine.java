package org.foretell.machine;

import java.util.List;
import java.util.Map;
import java.util.Optional;

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
 * @param defaultModel the model to take when the user names none, where the machine asks for one
 * @param topology the network between the nodes, where it is described; it has a place for each
 *     node, and node {@code n} is at its place {@code n}
 * @param busLinks the machine as Dimemas sees it, where it is described; it has the same nodes in
 *     the same order
 * @param collectives by which algorithms collectives are executed, where it is stated
 * @param fileSystem where its files are, where that is described
 */
public record Machine(
    String name,
    String title,
    List<NodeGroup> groups,
    Buses buses,
    long eagerThresholdBytes,
    Map<String, String> modelParameters,
    List<String> sources,
    List<String> unverified,
    Optional<String> defaultModel,
    Optional<Topology> topology,
    Optional<BusLinks> busLinks,
    Optional<CollectiveTable> collectives,
    Optional<FileSystem> fileSystem) {
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
    if (topology.isPresent() && topology.get().nodes() < nodes) {
      throw new IllegalArgumentException(
          "machine %s has %d nodes, but its topology (%s) has places for %d"
              .formatted(name, nodes, topology.get().title(), topology.get().nodes()));
    }
    if (busLinks.isPresent() && busLinks.get().nodes() != nodes) {
      throw new IllegalArgumentException(
          "machine %s has %d nodes, but its sites have %d"
              .formatted(name, nodes, busLinks.get().nodes()));
    }
  }

  /**
   * Begins the description of a machine.
   *
   * @param name short, as on the command line
   * @return a builder in which nothing but the name is stated
   */
  public static MachineBuilder builder(String name) {
    return new MachineBuilder(name);
  }

  /**
   * {@return the same machine with another network}
   *
   * @param network with a place for each node
   * @throws IllegalArgumentException if the network has fewer places than the machine has nodes
   */
  public Machine withTopology(Topology network) {
    return with(Optional.of(network), busLinks);
  }

  /**
   * {@return the same machine with a description of its sites, links and buses}
   *
   * @param description of as many nodes
   * @throws IllegalArgumentException if the number of nodes is another
   */
  public Machine withBusLinks(BusLinks description) {
    return with(topology, Optional.of(description));
  }

  private Machine with(Optional<Topology> network, Optional<BusLinks> links) {
    return new Machine(
        name,
        title,
        groups,
        buses,
        eagerThresholdBytes,
        modelParameters,
        sources,
        unverified,
        defaultModel,
        network,
        links,
        collectives,
        fileSystem);
  }

  /** {@return the number of nodes} */
  public int nodes() {
    int nodes = 0;
    for (NodeGroup group : groups) {
      nodes += group.nodes();
    }
    return nodes;
  }

  /** {@return the number of cores} */
  public long cores() {
    long cores = 0;
    for (NodeGroup group : groups) {
      cores += group.cores();
    }
    return cores;
  }

  /**
   * {@return the group of a node}
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
