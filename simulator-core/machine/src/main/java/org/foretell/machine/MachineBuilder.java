package org.foretell.machine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a machine. Nodes and a network are required. */
public final class MachineBuilder {
  final String name;
  String title;
  final List<NodeGroup> groups = new ArrayList<>();
  private Optional<LinkSpeed> network = Optional.empty();
  private int buses;
  InterfaceFigures interfaces = InterfaceFigures.UNSTATED;
  long eagerThresholdBytes = Long.MAX_VALUE;
  final Map<String, String> modelParameters = new LinkedHashMap<>();
  final List<String> sources = new ArrayList<>();
  final List<String> unverified = new ArrayList<>();
  Optional<String> defaultModel = Optional.empty();
  Optional<Topology> topology = Optional.empty();
  Optional<BusLinks> busLinks = Optional.empty();
  Optional<CollectiveTable> collectives = Optional.empty();
  Optional<FileSystem> fileSystem = Optional.empty();
  Optional<ShmemSupport> shmem = Optional.empty();
  Optional<SwitchPower> switchPower = Optional.empty();
  final List<FigureRange> ranges = new ArrayList<>();

  MachineBuilder(String name) {
    this.name = name;
    title = name;
  }

  MachineBuilder(Machine like) {
    name = like.name();
    title = like.title();
    groups.addAll(like.groups());
    network = Optional.of(like.buses().speed());
    buses = like.buses().count();
    interfaces = like.interfaces();
    eagerThresholdBytes = like.eagerThresholdBytes();
    modelParameters.putAll(like.modelParameters());
    sources.addAll(like.sources());
    unverified.addAll(like.unverified());
    defaultModel = like.defaultModel();
    topology = like.topology();
    busLinks = like.busLinks();
    collectives = like.collectives();
    fileSystem = like.fileSystem();
    shmem = like.shmem();
    switchPower = like.switchPower();
    ranges.addAll(like.ranges());
  }

  /**
   * Sets the name for people; the short name by default.
   *
   * @param text one line
   * @return this
   */
  public MachineBuilder title(String text) {
    title = text;
    return this;
  }

  /**
   * Adds equal nodes; nodes are numbered through the groups in this order.
   *
   * @param group at least one group is needed
   * @return this
   */
  public MachineBuilder nodes(NodeGroup group) {
    groups.add(group);
    return this;
  }

  /**
   * Sets latency and bandwidth between nodes.
   *
   * @param speed latency and bandwidth
   * @return this
   */
  public MachineBuilder network(LinkSpeed speed) {
    network = Optional.of(speed);
    return this;
  }

  /**
   * Sets the maximum number of concurrent messages between nodes; 0, the default, for any number.
   *
   * @param count at least 0
   * @return this
   */
  public MachineBuilder buses(int count) {
    buses = count;
    return this;
  }

  /**
   * Sets figures of the network interfaces of nodes besides latency and bandwidth; by default none
   * is stated.
   *
   * @param figures message rate and the like
   * @return this
   */
  public MachineBuilder interfaces(InterfaceFigures figures) {
    interfaces = figures;
    return this;
  }

  /**
   * Sets the largest message that is sent eagerly, bytes; by default all are.
   *
   * @param bytes at least 0; {@link Long#MAX_VALUE} for all
   * @return this
   */
  public MachineBuilder eagerThresholdBytes(long bytes) {
    eagerThresholdBytes = bytes;
    return this;
  }

  /**
   * Sets a parameter of a model, {@code "loggops.L"}, to a value with its unit.
   *
   * @param parameter model, dot and name
   * @param value in the form of {@code -P}
   * @return this
   */
  public MachineBuilder modelParameter(String parameter, String value) {
    modelParameters.put(parameter, value);
    return this;
  }

  /**
   * Adds a source of figures.
   *
   * @param text a reference, with a link if there is one
   * @return this
   */
  public MachineBuilder source(String text) {
    sources.add(text);
    return this;
  }

  /**
   * Adds the name of a figure that no source confirms, {@code "network.latency"}.
   *
   * @param figure as the machine file calls it
   * @return this
   */
  public MachineBuilder unverified(String figure) {
    unverified.add(figure);
    return this;
  }

  /**
   * Sets the model to use if the user names none.
   *
   * @param model its name, {@code "loggops"}
   * @return this
   */
  public MachineBuilder defaultModel(String model) {
    defaultModel = Optional.of(model);
    return this;
  }

  /**
   * Sets the network between the nodes.
   *
   * @param links with a place for each node
   * @return this
   */
  public MachineBuilder topology(Topology links) {
    topology = Optional.of(links);
    return this;
  }

  /**
   * Sets the description of the machine as in Dimemas.
   *
   * @param description with as many nodes as the groups have
   * @return this
   */
  public MachineBuilder busLinks(BusLinks description) {
    busLinks = Optional.of(description);
    return this;
  }

  /**
   * Sets the algorithms of collectives.
   *
   * @param table a profile and exceptions from it
   * @return this
   */
  public MachineBuilder collectives(CollectiveTable table) {
    collectives = Optional.of(table);
    return this;
  }

  /**
   * Sets the file system.
   *
   * @param files servers and their speeds
   * @return this
   */
  public MachineBuilder fileSystem(FileSystem files) {
    fileSystem = Optional.of(files);
    return this;
  }

  /**
   * Sets the support for OpenSHMEM.
   *
   * @param support at the target of one-sided ops
   * @return this
   */
  public MachineBuilder shmem(ShmemSupport support) {
    shmem = Optional.of(support);
    return this;
  }

  /**
   * Sets the power of the switches.
   *
   * @param stated of the whole network
   * @return this
   */
  public MachineBuilder switchPower(SwitchPower stated) {
    switchPower = Optional.of(stated);
    return this;
  }

  /**
   * Adds the bounds of a figure. They change no prediction.
   *
   * @param range of a figure as the machine file calls it
   * @return this
   */
  public MachineBuilder range(FigureRange range) {
    ranges.add(range);
    return this;
  }

  /**
   * Builds the machine.
   *
   * @return the machine, which is immutable
   * @throws IllegalArgumentException if a figure is out of range, or parts do not fit together
   * @throws IllegalStateException if no network was described
   */
  public Machine build() {
    LinkSpeed speed =
        network.orElseThrow(
            () -> new IllegalStateException("machine " + name + " needs a network"));
    return new Machine(this, new Buses(buses, speed));
  }
}
