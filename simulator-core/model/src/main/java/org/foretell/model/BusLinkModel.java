package org.foretell.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;

/**
 * A model of the family of Dimemas (Labarta, Girona et al.) and PSINS: links and buses are counted.
 * A message waits for a link out of its sender, one into its receiver and a bus, then holds all of
 * them until its end, with the whole bandwidth to itself; what it takes is known when it starts.
 * CPUs are counted too: ranks of a node take turns.
 *
 * <p>The engine owns links, buses, CPUs and the queues for them, see {@code docs/semantics.md}. The
 * machine says how many there are and which way a message takes; a subclass says how long they are
 * held, and what other messages leave of the bandwidth between sites. All times are picoseconds, at
 * least 0.
 */
public abstract non-sealed class BusLinkModel extends MpiModel {
  /** Way of a message within a node. */
  public static final int WITHIN_NODE = 0;

  /** Way of a message between nodes of a site. */
  public static final int BETWEEN_NODES = 1;

  /** Way of a message between sites. */
  public static final int WIDE_AREA = 2;

  /** Way of a message over the first dedicated connection; further ones follow. */
  public static final int DEDICATED = 3;

  private final BusLinks machine;
  private final BusNodes[] groupOfNode;
  private final int[] siteOfNode;

  /**
   * A model of a machine.
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
   * The way that a message takes.
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
   * @param way that the message takes, or would take
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
   * @param way that the message takes
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
   * looks whether the message is there; asked once at each of the two}
   *
   * @param message a view, to be read during the call and not kept
   * @param way that the message takes, or would take
   */
  public abstract long startupPs(Message message, int way);

  /**
   * {@return how long the CPU is busy when a rank starts a non-blocking collective, and again when
   * it waits for it}
   *
   * @param node of the rank
   * @param sharesNodes whether some members share a node
   * @param severalNodes whether there are members on several nodes
   * @param severalSites whether there are members at several sites
   */
  public abstract long collectiveStartupPs(
      int node, boolean sharesNodes, boolean severalNodes, boolean severalSites);

  /**
   * {@return the share of the bandwidth between sites that a message gets for as long as it moves,
   * above 0, at most 1} Asked once for each message that goes by {@link #WIDE_AREA}, when it starts
   * to move, in the order in which they start; so a model can count the traffic that they make, and
   * is then good for one simulation. Messages within a site are not asked for: the engine shares
   * buses.
   *
   * @param message a view, to be read during the call and not kept
   * @param startPs when it starts to move
   * @throws org.foretell.result.InputException if nothing of the bandwidth is left
   */
  public abstract double wideAreaShare(Message message, long startPs);

  /**
   * {@return how long a message moves, and at its full share also how long it holds links and
   * buses}
   *
   * @param message a view, to be read during the call and not kept
   * @param way what {@link #way} answered for it
   * @param share of the bandwidth, above 0, at most 1
   */
  public abstract long transferPs(Message message, int way, double share);

  /**
   * {@return how long a message needs to arrive after it has moved; asked once for each message; by
   * default what the machine states} Receives take messages in the order in which they arrive, so a
   * model whose answers vary has to see to it that none overtakes another that MPI wants taken
   * first.
   *
   * @param message a view, to be read during the call and not kept
   * @param way what {@link #way} answered for it
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
   * @param call what the members call; not to be kept
   */
  public abstract long collectiveFlightPs(CollectiveCall call);

  @Override
  public Set<ModelTrait> traits() {
    return EnumSet.of(ModelTrait.SITES_ARE_READ);
  }
}
