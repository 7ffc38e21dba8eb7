package org.foretell.engine.buslink;

import java.util.List;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.StepTags;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.foretell.observe.SimObserver.Resource;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * Moves transfers: each takes a link out, a link in and a bus, holds them while it moves, and frees
 * them in this order.
 */
public final class BusLinkNetwork {
  private final BusLinkModel model;
  private final int[] nodes;
  private final boolean severalNodes;
  private final BusLinkEvents events;
  private final @Nullable SimObserver observer;
  private final Causes causes;
  private final MutableMessage view = new MutableMessage();
  private final LinkQueues.Waker waker = this::goesOn;
  private final int firstRankPort;
  private final int firstSitePort;
  private final int firstConnectionPort;
  private final int firstSiteBus;
  public final TransferPool transfers = new TransferPool();
  public final LinkQueues links;
  public final BusQueues buses;
  private final LinkQueues.@Nullable Waker tickets;

  /**
   * Nothing moves.
   *
   * @param tickets told when a ticket of a collective goes on; null where there are none
   */
  BusLinkNetwork(
      BusLinkModel model,
      Placement placement,
      BusLinkEvents events,
      @Nullable SimObserver observer,
      Causes causes,
      LinkQueues.@Nullable Waker tickets) {
    this.causes = causes;
    causes.setup().heldBy(transfers::visitCauses);
    this.model = model;
    this.tickets = tickets;
    this.events = events;
    this.observer = observer;
    nodes = placement.nodes();
    severalNodes = placement.nodesUsed() > 1;
    BusLinks machine = model.machine();
    List<BusSite> sites = machine.sites();
    firstRankPort = machine.nodes();
    firstSitePort = firstRankPort + nodes.length;
    firstConnectionPort = firstSitePort + sites.size();
    int ports = firstConnectionPort + machine.wideArea().dedicated().size();
    firstSiteBus = machine.nodes();
    TransferWaits waits = new TransferWaits(transfers, events, observer);
    links = new LinkQueues(ports, transfers, waits, events);
    buses = new BusQueues(firstSiteBus + sites.size(), transfers, waits);
    for (int node = 0; node < machine.nodes(); node++) {
      BusNodes group = model.group(node);
      links.set(node, group.inputLinks(), group.outputLinks());
      buses.set(node, group.intraBuses(), queues(sites.get(model.site(node))));
    }
    for (int rank = 0; rank < nodes.length; rank++) {
      BusNodes group = model.group(nodes[rank]);
      links.set(firstRankPort + rank, group.intraInputLinks(), group.intraOutputLinks());
    }
    for (int site = 0; site < sites.size(); site++) {
      links.set(firstSitePort + site, 1, 1);
      buses.set(firstSiteBus + site, sites.get(site).buses(), queues(sites.get(site)));
    }
    for (int port = firstConnectionPort; port < ports; port++) {
      links.set(port, 1, 1);
    }
  }

  private static boolean queues(BusSite site) {
    return site.sharing() == BusSharing.FIFO;
  }

  /** The message of a send that has not been made yet. */
  Message view(int source, int destination, int tag, long bytes, Message.Traced traced) {
    return view.set(source, destination, nodes[source], nodes[destination], bytes, false)
        .with(tag, traced);
  }

  /** The time that a send, and its receive, keep the CPU at first. */
  public long startupPs(int source, int destination, int tag, long bytes) {
    Message message = view(source, destination, tag, bytes, Message.Traced.UNKNOWN);
    return ModelAnswer.atLeastZero(model.startupPs(message, model.way(message)), "startupPs");
  }

  /** As {@link #startupPs} for a receive from any rank: the latency between nodes, if there are. */
  long startupFromElsewherePs(int rank) {
    Message message = view(rank, rank, 0, 0, Message.Traced.UNKNOWN);
    int way = severalNodes ? BusLinkModel.BETWEEN_NODES : BusLinkModel.WITHIN_NODE;
    return ModelAnswer.atLeastZero(model.startupPs(message, way), "startupPs");
  }

  /** A message or part of a reduction is to move as soon as it can, from a moment on. */
  public void send(
      int kind, int entry, int source, int destination, int tag, long bytes, int after) {
    int way = model.way(view(source, destination, tag, bytes, Message.Traced.UNKNOWN));
    goesOn(transfers.create(kind, entry, source, destination, way, tag, bytes), after);
  }

  /** A transfer takes what it lacks. */
  private void goesOn(int transfer, int after) {
    LinkQueues.Waker collectives = tickets;
    if (collectives != null && transfers.kind(transfer) == TransferPool.COLLECTIVE) {
      collectives.wakes(transfer, after);
    } else if (acquireLinks(transfer)) {
      int group = busGroup(transfer);
      if (group < 0 || buses.acquire(transfer, group)) {
        move(transfer, group, after);
      }
    }
  }

  /** The share of the bandwidth that a message gets which has all links and buses it needs. */
  private double share(Message message, int way, int group) {
    if (way == BusLinkModel.WIDE_AREA) {
      return ModelAnswer.share(model.wideAreaShare(message, events.nowPs()), "wideAreaShare");
    }
    return group < 0 ? 1 : buses.share(group);
  }

  private boolean acquireLinks(int transfer) {
    int source = transfers.source(transfer);
    int destination = transfers.destination(transfer);
    int out = outPort(transfer);
    int in = inPort(transfer);
    if (transfers.way(transfer) == BusLinkModel.BETWEEN_NODES) {
      return links.acquireOrBorrow(transfer, out, in);
    }
    if (source == destination) {
      return true;
    }
    if ((links.isHalfDuplex(out) || links.isHalfDuplex(in)) && source > destination) {
      // In the order of the ports whatever the direction, so that two messages never wait for each
      // other.
      return links.acquireIn(transfer, in) && links.acquireOut(transfer, out);
    }
    return links.acquireOut(transfer, out) && links.acquireIn(transfer, in);
  }

  private int outPort(int transfer) {
    return port(transfers.way(transfer), transfers.source(transfer));
  }

  private int inPort(int transfer) {
    return port(transfers.way(transfer), transfers.destination(transfer));
  }

  private int port(int way, int rank) {
    return switch (way) {
      case BusLinkModel.WITHIN_NODE -> firstRankPort + rank;
      case BusLinkModel.BETWEEN_NODES -> nodes[rank];
      case BusLinkModel.WIDE_AREA -> sitePort(model.site(nodes[rank]));
      default -> firstConnectionPort + way - BusLinkModel.DEDICATED;
    };
  }

  /** The port of a site in the wide-area network. */
  public int sitePort(int site) {
    return firstSitePort + site;
  }

  /** The buses between the nodes of a site. */
  public int siteBus(int site) {
    return firstSiteBus + site;
  }

  private int busGroup(int transfer) {
    int node = nodes[transfers.source(transfer)];
    return switch (transfers.way(transfer)) {
      case BusLinkModel.WITHIN_NODE -> node;
      case BusLinkModel.BETWEEN_NODES -> siteBus(model.site(node));
      default -> -1;
    };
  }

  private void move(int transfer, int group, int after) {
    long now = events.nowPs();
    int way = transfers.way(transfer);
    Message message =
        view(
            transfers.source(transfer),
            transfers.destination(transfer),
            transfers.tag(transfer),
            transfers.bytes(transfer),
            Message.Traced.UNKNOWN);
    double share = share(message, way, group);
    long whole = ModelAnswer.atLeastZero(model.transferPs(message, way, 1), "transferPs");
    long slowed =
        share == 1
            ? whole
            : ModelAnswer.atLeastZero(model.transferPs(message, way, share), "transferPs");
    long moved = Ps.plus(now, slowed);
    long flight = ModelAnswer.atLeastZero(model.flightPs(message, way, moved), "flightPs");
    transfers.startPs(transfer, now);
    transfers.cause(transfer, after);
    if (causes.areKept()) {
      transfers.movedPs(transfer, moved);
    }
    int index = transfer / TransferPool.STRIDE;
    events.add(BusLinkEvents.TRANSFER_LEAVES, index, Ps.plus(now, whole));
    events.add(BusLinkEvents.TRANSFER_ARRIVES, index, Ps.plus(moved, flight));
  }

  /** A transfer frees what it holds; answers the moment of that. */
  public int leaves(int transfer) {
    int group = busGroup(transfer);
    if (observer != null) {
      tell(observer, transfer, group);
    }
    if (transfers.holds(transfer, TransferPool.OUT)) {
      int free = frees(transfer, outPort(transfer), true);
      links.freeOut(transfer, outPort(transfer), waker, free);
    }
    if (transfers.holds(transfer, TransferPool.IN)) {
      int free = frees(transfer, inPort(transfer), false);
      links.freeIn(transfer, inPort(transfer), waker, free);
    }
    if (group >= 0) {
      buses.free(group, waker, freesBus(transfer, group));
    }
    return moved(transfer);
  }

  /** The present moment of a transfer that moves: its bytes are on their way, then its flight. */
  private int moved(int transfer) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // only then is it known until when the bytes are on their way
    }
    int source = transfers.source(transfer);
    int destination = transfers.destination(transfer);
    long bytes = transfers.bytes(transfer);
    long now = events.nowPs();
    long movedPs = Math.min(transfers.movedPs(transfer), now);
    int began = transfers.cause(transfer);
    int who = who(transfer);
    int moved =
        causes.happened(PathLeg.Kind.BANDWIDTH, who, source, destination, bytes, movedPs, began);
    return causes.happened(PathLeg.Kind.LATENCY, who, source, destination, bytes, now, moved);
  }

  /** The op that a transfer belongs to: for a message, the one that sent it. */
  private int who(int transfer) {
    return transfers.kind(transfer) == TransferPool.MESSAGE
        ? MessagePool.who(transfers.entry(transfer))
        : transfers.source(transfer);
  }

  /** The moment until which others waited for one side of a port that a transfer had. */
  private int frees(int transfer, int port, boolean out) {
    PathLeg.Resource resource;
    int first;
    if (port < firstRankPort) {
      resource = out ? PathLeg.Resource.LINK_OUT : PathLeg.Resource.LINK_IN;
      first = 0;
    } else if (port < firstSitePort) {
      resource = out ? PathLeg.Resource.RANK_LINK_OUT : PathLeg.Resource.RANK_LINK_IN;
      first = firstRankPort;
    } else if (port < firstConnectionPort) {
      resource = out ? PathLeg.Resource.SITE_LINK_OUT : PathLeg.Resource.SITE_LINK_IN;
      first = firstSitePort;
    } else {
      resource = out ? PathLeg.Resource.CONNECTION_OUT : PathLeg.Resource.CONNECTION_IN;
      first = firstConnectionPort;
    }
    return waited(transfer, PathLeg.Kind.LINK_QUEUE, resource, port - first);
  }

  /** The moment until which others waited for a bus that a transfer had. */
  private int freesBus(int transfer, int group) {
    boolean inNode = group < firstSiteBus;
    PathLeg.Resource resource = inNode ? PathLeg.Resource.NODE_BUS : PathLeg.Resource.BUS;
    int index = inNode ? group : group - firstSiteBus;
    return waited(transfer, PathLeg.Kind.BUS_QUEUE, resource, index);
  }

  private int waited(int transfer, PathLeg.Kind kind, PathLeg.Resource resource, int index) {
    return causes.happened(
        kind,
        resource,
        index,
        who(transfer),
        transfers.source(transfer),
        transfers.destination(transfer),
        transfers.bytes(transfer),
        events.nowPs(),
        transfers.cause(transfer));
  }

  private void tell(SimObserver told, int transfer, int group) {
    long now = events.nowPs();
    long bytes = transfers.bytes(transfer);
    if (transfers.way(transfer) == BusLinkModel.BETWEEN_NODES) {
      if (transfers.holds(transfer, TransferPool.OUT)) {
        told.busy(Resource.LINK_OUT, outPort(transfer), bytes, transfers.outSincePs(transfer), now);
      }
      if (transfers.holds(transfer, TransferPool.IN)) {
        told.busy(Resource.LINK_IN, inPort(transfer), bytes, transfers.inSincePs(transfer), now);
      }
    }
    if (group >= 0 && buses.isLimited(group)) {
      boolean inNode = group < firstSiteBus;
      told.busy(
          inNode ? Resource.NODE_BUS : Resource.BUS,
          inNode ? group : group - firstSiteBus,
          bytes,
          transfers.startPs(transfer),
          now);
    }
  }

  /** A transfer has arrived and is forgotten; answers the moment of that. */
  public int arrived(int transfer) {
    if (observer != null
        && transfers.kind(transfer) == TransferPool.MESSAGE
        && !StepTags.isStep(transfers.tag(transfer))) {
      observer.transfer(
          transfers.source(transfer),
          transfers.destination(transfer),
          transfers.tag(transfer),
          transfers.bytes(transfer),
          transfers.startPs(transfer),
          events.nowPs());
    }
    if (observer != null && transfers.bytes(transfer) > 0) {
      observer.moved(
          transfers.source(transfer),
          transfers.destination(transfer),
          transfers.bytes(transfer),
          transfers.startPs(transfer),
          events.nowPs());
    }
    int arrived = moved(transfer);
    transfers.ends(transfer);
    return arrived;
  }

  /**
   * No event is left, so nothing may be under way: links and buses are taken in an order in which
   * no circle of those that hold and wait can come about, or is broken by borrowing.
   */
  public void end() {
    if (transfers.underWay() > 0) {
      throw new AssertionError(
          transfers.underWay() + " messages wait for links or buses that nobody will free");
    }
  }

  /** A collective frees all buses of a site at a moment. */
  public void freeAllBuses(int site, int after) {
    buses.freeAll(siteBus(site), waker, after);
  }

  /** A collective frees the links of its site to the wide-area network at a moment. */
  public void freeWideArea(int ticket, int site, int after) {
    links.freeOut(ticket, sitePort(site), waker, after);
    links.freeIn(ticket, sitePort(site), waker, after);
  }
}
