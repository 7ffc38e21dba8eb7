package org.foretell.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;

/**
 * A model of the family of Dimemas (Labarta, Girona et al.) and PSINS, with a limited number of
 * links and buses. A message waits for a link out of its sender, a link into its receiver and a
 * bus, then holds all of them until its end, with the whole bandwidth to itself; its duration is
 * known when it starts. CPUs are limited, too: ranks of a node take turns.
 *
 * <p>The engine owns links, buses, CPUs and the queues for them, see {@code docs/semantics.md}. The
 * machine gives their numbers and the way of a message; a subclass gives how long a message holds
 * them, and its share of the bandwidth between sites. All times are picoseconds, at least 0.
 */
public abstract non-sealed class BusLinkModel extends MpiModel {
  /** The way of a message within a node. */
  public static final int WITHIN_NODE = 0;

  /** The way of a message between nodes of a site. */
  public static final int BETWEEN_NODES = 1;

  /** The way of a message between sites. */
  public static final int WIDE_AREA = 2;

  /** The way of a message over the first dedicated connection; further connections follow. */
  public static final int DEDICATED = 3;

  private final BusLinks machine;
  private final BusNodes[] groupOfNode;
  private final int[] siteOfNode;

  /**
   * Creates a model of a machine.
   *
   * @param machine sites, links, buses and CPUs
   */
  protected BusLinkModel(BusLinks machine) {
    this.machine = machine;
    int nodes = machine.nodes();
    groupOfNode = new BusNodes[nodes];
    siteOfNode = new int[nodes];
    int node = 0;
    List<BusSite> sites = machine.sites();
    for (int site = 0; site < sites.size(); site++) {
      for (BusNodes group : sites.get(site).nodes()) {
        for (int i = 0; i < group.count(); i++, node++) {
          groupOfNode[node] = group;
          siteOfNode[node] = site;
        }
      }
    }
  }

  /**
   * The links, buses and CPUs.
   *
   * @return the description that this model answers from
   */
  public final BusLinks machine() {
    return machine;
  }

  /**
   * {@return the group of a node}
   *
   * @param node 0 to {@code machine().nodes() - 1}
   */
  public final BusNodes group(int node) {
    return groupOfNode[node];
  }

  /**
   * {@return the site of a node}
   *
   * @param node 0 to {@code machine().nodes() - 1}
   */
  public final int site(int node) {
    return siteOfNode[node];
  }

  /**
   * Returns the way of a message.
   *
   * @param message a view, to be read during the call and not kept
   * @return {@link #WITHIN_NODE}, {@link #BETWEEN_NODES}, {@link #WIDE_AREA}, or {@link #DEDICATED}
   *     and the number of the connection
   */
  public final int way(Message message) {
    if (message.withinNode()) {
      return WITHIN_NODE;
    }
    int source = siteOfNode[message.sourceNode()];
    int destination = siteOfNode[message.destinationNode()];
    if (source == destination) {
      return BETWEEN_NODES;
    }
    List<DedicatedConnection> connections = machine.wideArea().dedicated();
    for (int i = 0; i < connections.size(); i++) {
      DedicatedConnection connection = connections.get(i);
      if (connection.joins(source, destination)
          && connection.carries(message.tag(), message.bytes())) {
        return DEDICATED + i;
      }
    }
    return WIDE_AREA;
  }

  /**
   * {@return the latency that the machine states for a message, picoseconds}
   *
   * @param message a view, to be read during the call and not kept
   * @param way of the message, actual or possible
   */
  protected final long latencyPs(Message message, int way) {
    BusNodes sender = group(message.sourceNode());
    return switch (way) {
      case WITHIN_NODE -> sender.intraNode().latencyPs();
      case BETWEEN_NODES -> sender.latencyPs();
      case WIDE_AREA -> sender.wideAreaLatencyPs();
      default -> connection(way).latencyPs();
    };
  }

  /**
   * {@return the bandwidth that the machine states for a message, bytes per second, above 0;
   * positive infinity for no time per byte}
   *
   * @param message a view, to be read during the call and not kept
   * @param way of the message
   */
  protected final double bytesPerSecond(Message message, int way) {
    int sender = message.sourceNode();
    return switch (way) {
      case WITHIN_NODE -> group(sender).intraNode().bytesPerSecond();
      case BETWEEN_NODES -> machine.sites().get(site(sender)).bytesPerSecond();
      case WIDE_AREA -> machine.wideArea().bytesPerSecond();
      default -> connection(way).bytesPerSecond();
    };
  }

  private DedicatedConnection connection(int way) {
    return machine.wideArea().dedicated().get(way - DEDICATED);
  }

  /**
   * {@return how long the CPU is busy before a message is sent, and again at its receiver before it
   * looks for the message; called once for each of the two}
   *
   * @param message a view, to be read during the call and not kept
   * @param way of the message, actual or possible
   */
  public abstract long startupPs(Message message, int way);

  /**
   * {@return how long the CPU is busy when a rank starts a non-blocking collective, and again when
   * it waits for it}
   *
   * @param node of the rank
   * @param sharesNodes whether some members share a node
   * @param severalNodes whether members run on several nodes
   * @param severalSites whether members run at several sites
   */
  public abstract long collectiveStartupPs(
      int node, boolean sharesNodes, boolean severalNodes, boolean severalSites);

  /**
   * {@return the share of the bandwidth between sites that a message gets while it moves, above 0,
   * at most 1} Called once for each message with the way {@link #WIDE_AREA}, when it starts to
   * move, in the order of these starts; so a model may count the traffic, and then serves a single
   * simulation. Not called for messages within a site: the engine shares buses.
   *
   * @param message a view, to be read during the call and not kept
   * @param startPs when it starts to move
   * @throws org.foretell.result.InputException if no bandwidth is left
   */
  public abstract double wideAreaShare(Message message, long startPs);

  /**
   * {@return how long a message moves; at its full share this is also how long it holds links and
   * buses}
   *
   * @param message a view, to be read during the call and not kept
   * @param way the result of {@link #way} for it
   * @param share of the bandwidth, above 0, at most 1
   */
  public abstract long transferPs(Message message, int way, double share);

  /**
   * {@return how long a message takes to arrive after it has moved; called once for each message;
   * by default the latency of the machine} Receives take messages in the order of arrival, so a
   * model with varying results must ensure that no message overtakes another that MPI matches
   * first.
   *
   * @param message a view, to be read during the call and not kept
   * @param way the result of {@link #way} for it
   * @param leavesPs when the message has moved, as seen from its receiver
   */
  public long flightPs(Message message, int way, long leavesPs) {
    return switch (way) {
      case WITHIN_NODE, BETWEEN_NODES -> 0;
      case WIDE_AREA ->
          machine.wideArea().flightPs(site(message.sourceNode()), site(message.destinationNode()));
      default -> connection(way).flightPs();
    };
  }

  /**
   * {@return the part of a collective's duration ({@link CollectiveModel#durationPs}) after it has
   * freed its links and buses}
   *
   * @param call the call of the members; not to be kept
   */
  public abstract long collectiveFlightPs(CollectiveCall call);

  @Override
  public Set<ModelTrait> traits() {
    return EnumSet.of(ModelTrait.SITES_ARE_READ);
  }
}
