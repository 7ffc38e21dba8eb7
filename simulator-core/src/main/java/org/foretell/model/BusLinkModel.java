package org.foretell.model;

import java.util.List;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.WideArea;
import org.foretell.time.Ps;

/**
 * A model of the family of Dimemas (Labarta, Girona et al.) and PSINS: links and buses are slots. A
 * message waits for a link out of its sender, one into its receiver and a bus, then holds all of
 * them until its end, with the whole bandwidth to itself; what it takes is known when it starts.
 * CPUs are slots too: ranks of a node take turns.
 *
 * <p>The engine owns slots and queues, see {@code docs/semantics.md}; this class says how many
 * slots there are and how long they are held. The answers here are those of a {@link BusLinks}
 * description; a subclass may give others. All times are picoseconds, at least 0.
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

  private static final double PS_PER_NS = 1e3;
  private static final double NS_PER_SECOND = 1e9;

  private final BusLinks machine;
  private final BusNodes[] groupOfNode;
  private final int[] siteOfNode;

  /** A model of a machine. */
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

  /** The slots. */
  public final BusLinks machine() {
    return machine;
  }

  /** The group of a node. */
  public final BusNodes group(int node) {
    return groupOfNode[node];
  }

  /** The site of a node. */
  public final int site(int node) {
    return siteOfNode[node];
  }

  /** The way that a message takes. */
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
   * How long the CPU is busy before a message is sent, and again at its receiver before it looks
   * whether the message is there. Less than a nanosecond counts as 0.
   */
  public long startupPs(Message message, int way) {
    BusNodes sender = groupOfNode[message.sourceNode()];
    return atLeastOneNs(
        switch (way) {
          case WITHIN_NODE -> sender.intraNode().latencyPs();
          case BETWEEN_NODES -> sender.latencyPs();
          case WIDE_AREA -> sender.wideAreaLatencyPs();
          default -> machine.wideArea().dedicated().get(way - DEDICATED).latencyPs();
        });
  }

  /**
   * How long the CPU is busy when a rank starts a non-blocking collective, and again when it waits
   * for it: the longest of the latencies that its communicator needs.
   *
   * @param node of the rank
   * @param sharesNodes whether some members share a node
   * @param severalNodes whether there are members on several nodes
   * @param severalSites whether there are members at several sites
   */
  public long collectiveStartupPs(
      int node, boolean sharesNodes, boolean severalNodes, boolean severalSites) {
    BusNodes own = groupOfNode[node];
    long longest = sharesNodes ? own.intraNode().latencyPs() : 0;
    longest = Math.max(longest, severalNodes ? own.latencyPs() : 0);
    return atLeastOneNs(Math.max(longest, severalSites ? own.wideAreaLatencyPs() : 0));
  }

  private static long atLeastOneNs(long latencyPs) {
    return latencyPs < Ps.PER_NANOSECOND ? 0 : latencyPs;
  }

  /**
   * How long a message moves.
   *
   * @param share of the bandwidth, above 0, at most 1
   */
  public long transferPs(Message message, int way, double share) {
    return Ps.round(nsPerByte(message, way) / share * message.bytes() * PS_PER_NS);
  }

  private double nsPerByte(Message message, int way) {
    LinkSpeed intra = groupOfNode[message.sourceNode()].intraNode();
    WideArea wideArea = machine.wideArea();
    double bytesPerSecond =
        switch (way) {
          case WITHIN_NODE -> intra.bytesPerSecond();
          case BETWEEN_NODES ->
              machine.sites().get(siteOfNode[message.sourceNode()]).bytesPerSecond();
          case WIDE_AREA -> wideArea.bytesPerSecond();
          default -> wideArea.dedicated().get(way - DEDICATED).bytesPerSecond();
        };
    return NS_PER_SECOND / bytesPerSecond;
  }

  /** How long a message needs to arrive after it has freed its slots. */
  public long flightPs(Message message, int way) {
    WideArea wideArea = machine.wideArea();
    return switch (way) {
      case WITHIN_NODE, BETWEEN_NODES -> 0;
      case WIDE_AREA ->
          wideArea.flightPs(
              siteOfNode[message.sourceNode()], siteOfNode[message.destinationNode()]);
      default -> wideArea.dedicated().get(way - DEDICATED).flightPs();
    };
  }

  /**
   * As {@link #flightPs(Message, int)}, which it is by default; this is what the engine asks, once
   * for each message. Receives take messages in the order in which they arrive, so a model whose
   * answers vary has to see to it that none overtakes another that MPI wants taken first.
   *
   * @param leavesPs when the message has moved, as seen from its receiver
   */
  public long flightPs(Message message, int way, long leavesPs) {
    return flightPs(message, way);
  }

  /**
   * The part of a collective's duration ({@link CollectiveModel#durationPs}) after it has freed its
   * slots.
   */
  public long collectiveFlightPs(CollectiveCall call) {
    return 0;
  }
}
