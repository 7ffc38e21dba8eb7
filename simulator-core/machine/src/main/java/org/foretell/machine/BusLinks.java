package org.foretell.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A machine as Dimemas and PSINS describe it: with a limited number of links and buses, of which a
 * message holds one each from its start to its end, so that contention is waiting for a free one.
 *
 * @param sites at least one; their nodes are numbered through in this order, like those of the
 *     {@link Machine}
 * @param wideArea the network between them
 * @param burstRules changes of bursts inside of event blocks; the first that fits counts
 * @param mapping where ranks run by default
 */
public record BusLinks(
    List<BusSite> sites,
    WideArea wideArea,
    List<BurstRule> burstRules,
    Optional<RankMapping> mapping) {
  /** Checks that all sites that are named exist; copies the collections. */
  public BusLinks {
    sites = List.copyOf(sites);
    burstRules = List.copyOf(burstRules);
    if (sites.isEmpty()) {
      throw new IllegalArgumentException("a machine needs a site");
    }
    int flights = wideArea.flightPs().length;
    if (flights != 0 && flights != sites.size()) {
      throw new IllegalArgumentException(
          "flight times are given for " + flights + " sites, but there are " + sites.size());
    }
    for (DedicatedConnection connection : wideArea.dedicated()) {
      if (Math.max(connection.source(), connection.destination()) >= sites.size()) {
        throw new IllegalArgumentException(
            "a dedicated connection joins sites %d and %d, but there are %d"
                .formatted(connection.source(), connection.destination(), sites.size()));
      }
    }
  }

  /**
   * Creates a machine without a mapping of ranks.
   *
   * @param sites at least one
   * @param wideArea the network between them
   * @param burstRules changes of bursts
   */
  public BusLinks(List<BusSite> sites, WideArea wideArea, List<BurstRule> burstRules) {
    this(sites, wideArea, burstRules, Optional.empty());
  }

  /**
   * {@return the equivalent of a machine without sites for models of this kind: one site with the
   * buses and links of the machine, no limits within its nodes, and collectives that grow with the
   * logarithm of the number of ranks}
   *
   * @param machine groups of nodes and the buses between them
   */
  public static BusLinks of(Machine machine) {
    LinkSpeed network = machine.buses().speed();
    List<BusNodes> nodes = new ArrayList<>();
    for (NodeGroup group : machine.groups()) {
      nodes.add(
          BusNodes.builder(group.nodes())
              .cpus(group.coresPerNode())
              .intraNode(group.intraNode())
              .latencyPs(network.latencyPs())
              .links(limit(group.inputLinks()), limit(group.outputLinks()))
              .build());
    }
    BusSite site =
        BusSite.builder(machine.name())
            .nodes(nodes)
            .bytesPerSecond(network.bytesPerSecond())
            .buses(machine.buses().count())
            .build();
    return new BusLinks(List.of(site), WideArea.NONE, List.of());
  }

  /** A node group's number of links, of which 0 is always no limit. */
  private static int limit(int links) {
    return links == 0 ? BusNodes.UNLIMITED : links;
  }

  /**
   * {@return the same machine with a minimum number of CPUs on each node}
   *
   * @param least at least 0
   */
  public BusLinks withCpus(int least) {
    return new BusLinks(
        sites.stream().map(site -> site.withCpus(least)).toList(), wideArea, burstRules, mapping);
  }

  /** {@return the number of nodes of all sites} */
  public int nodes() {
    int sum = 0;
    for (BusSite site : sites) {
      sum += site.nodeCount();
    }
    return sum;
  }

  /** {@return CPUs of each node, in order} */
  public int[] cpusOfNodes() {
    return sites.stream()
        .flatMap(site -> site.nodes().stream())
        .flatMapToInt(group -> IntStream.generate(group::cpus).limit(group.count()))
        .toArray();
  }

  /**
   * {@return the group of a node}
   *
   * @param node 0 to {@code nodes() - 1}
   */
  public BusNodes nodesOf(int node) {
    int rest = node;
    for (BusSite site : sites) {
      for (BusNodes group : site.nodes()) {
        if (rest < group.count()) {
          return group;
        }
        rest -= group.count();
      }
    }
    throw new IllegalArgumentException("there is no node " + node);
  }
}
