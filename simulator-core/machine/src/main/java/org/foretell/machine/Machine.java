package org.foretell.machine;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A machine: groups of nodes connected by buses, and its settings for models. Immutable. */
public final class Machine {
  private final String name;
  private final String title;
  private final List<NodeGroup> groups;
  private final Buses buses;
  private final InterfaceFigures interfaces;
  private final long eagerThresholdBytes;
  private final Map<String, String> modelParameters;
  private final List<String> sources;
  private final List<String> unverified;
  private final Optional<String> defaultModel;
  private final Optional<Topology> topology;
  private final Optional<BusLinks> busLinks;
  private final Optional<CollectiveTable> collectives;
  private final Optional<FileSystem> fileSystem;
  private final Optional<ShmemSupport> shmem;
  private final Optional<SwitchPower> switchPower;
  private final List<FigureRange> ranges;

  Machine(MachineBuilder from, Buses buses) {
    name = from.name;
    title = from.title;
    groups = List.copyOf(from.groups);
    this.buses = buses;
    interfaces = from.interfaces;
    eagerThresholdBytes = from.eagerThresholdBytes;
    modelParameters = Map.copyOf(from.modelParameters);
    sources = List.copyOf(from.sources);
    unverified = List.copyOf(from.unverified);
    defaultModel = from.defaultModel;
    topology = from.topology;
    busLinks = from.busLinks;
    collectives = from.collectives;
    fileSystem = from.fileSystem;
    shmem = from.shmem;
    switchPower = from.switchPower;
    ranges = List.copyOf(from.ranges);
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
   * @return a builder with a name only
   */
  public static MachineBuilder builder(String name) {
    return new MachineBuilder(name);
  }

  /** {@return a builder with the values of this machine, for changing some of them} */
  public MachineBuilder toBuilder() {
    return new MachineBuilder(this);
  }

  /**
   * {@return the same machine with another network}
   *
   * @param network with a place for each node
   * @throws IllegalArgumentException if the network has fewer places than the machine has nodes
   */
  public Machine withTopology(Topology network) {
    return toBuilder().topology(network).build();
  }

  /**
   * {@return the same machine with a description of its sites, links and buses}
   *
   * @param description of as many nodes
   * @throws IllegalArgumentException if the number of nodes is another
   */
  public Machine withBusLinks(BusLinks description) {
    return toBuilder().busLinks(description).build();
  }

  /**
   * {@return the same machine with one group of nodes replaced}
   *
   * @param index of the group
   * @param group as many nodes
   * @throws IllegalArgumentException if the number of nodes is another
   */
  public Machine withGroup(int index, NodeGroup group) {
    if (group.nodes() != groups.get(index).nodes()) {
      throw new IllegalArgumentException(
          "group " + index + " has " + groups.get(index).nodes() + " nodes, not " + group.nodes());
    }
    MachineBuilder same = toBuilder();
    same.groups.set(index, group);
    return same.build();
  }

  /** {@return the same machine without settings for models} */
  public Machine withoutModelParameters() {
    MachineBuilder same = toBuilder();
    same.modelParameters.clear();
    return same.build();
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
    return groups.get(groupIndexOf(node));
  }

  /**
   * {@return the place of a node's group among all groups}
   *
   * @param node 0 to {@code nodes() - 1}
   * @throws IllegalArgumentException if there is no such node
   */
  public int groupIndexOf(int node) {
    int rest = node;
    for (int index = 0; index < groups.size(); index++) {
      int nodes = groups.get(index).nodes();
      if (rest < nodes) {
        return index;
      }
      rest -= nodes;
    }
    throw new IllegalArgumentException("machine " + name + " has no node " + node);
  }

  /** {@return its short name, as on the command line} */
  public String name() {
    return name;
  }

  /** {@return its name for people} */
  public String title() {
    return title;
  }

  /** {@return at least one group; nodes are numbered through the groups in this order} */
  public List<NodeGroup> groups() {
    return groups;
  }

  /** {@return latency, bandwidth and number of paths between nodes} */
  public Buses buses() {
    return buses;
  }

  /** {@return the stated figures of the network interfaces of nodes} */
  public InterfaceFigures interfaces() {
    return interfaces;
  }

  /**
   * {@return the largest message that is sent eagerly, bytes; {@link Long#MAX_VALUE} if all are}
   */
  public long eagerThresholdBytes() {
    return eagerThresholdBytes;
  }

  /** {@return settings for models, by parameter name, with units as written in the file} */
  public Map<String, String> modelParameters() {
    return modelParameters;
  }

  /** {@return the sources of the figures, one text each} */
  public List<String> sources() {
    return sources;
  }

  /** {@return names of figures that no source confirms, for example {@code "network.latency"}} */
  public List<String> unverified() {
    return unverified;
  }

  /** {@return the machine's preferred model, used if the user names none} */
  public Optional<String> defaultModel() {
    return defaultModel;
  }

  /**
   * {@return the network between the nodes, if it is described; it has a place for each node, and
   * node {@code n} is at its place {@code n}}
   */
  public Optional<Topology> topology() {
    return topology;
  }

  /**
   * {@return the machine as Dimemas describes it, if available; it has the same nodes in the same
   * order}
   */
  public Optional<BusLinks> busLinks() {
    return busLinks;
  }

  /** {@return the algorithms of collectives, if stated} */
  public Optional<CollectiveTable> collectives() {
    return collectives;
  }

  /** {@return its file system, if described} */
  public Optional<FileSystem> fileSystem() {
    return fileSystem;
  }

  /** {@return its support for OpenSHMEM, if described} */
  public Optional<ShmemSupport> shmem() {
    return shmem;
  }

  /** {@return the power of its switches, if stated} */
  public Optional<SwitchPower> switchPower() {
    return switchPower;
  }

  /**
   * {@return the power of the first nodes if none of their cores computes, with their share of the
   * switches; empty unless the groups of all of them state their power}
   *
   * @param count of nodes, at most all
   */
  public Optional<Watts> idlePower(int count) {
    Watts sum =
        switchPower
            .map(of -> of.each().times((double) of.switches() * count / nodes()))
            .orElse(Watts.NONE);
    int rest = count;
    for (NodeGroup group : groups) {
      int own = Math.min(rest, group.nodes());
      if (own > 0) {
        if (group.idlePower().isEmpty()) {
          return Optional.empty();
        }
        sum = sum.plus(group.idlePower().get().times(own));
      }
      rest -= own;
    }
    return Optional.of(sum);
  }

  /** {@return the figures with bounds} */
  public List<FigureRange> ranges() {
    return ranges;
  }

  private List<Object> figures() {
    return List.of(
        name,
        title,
        groups,
        buses,
        interfaces,
        eagerThresholdBytes,
        modelParameters,
        sources,
        unverified,
        defaultModel,
        topology,
        busLinks,
        collectives,
        fileSystem,
        shmem,
        switchPower,
        ranges);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Machine that && figures().equals(that.figures());
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return "machine " + name;
  }
}
