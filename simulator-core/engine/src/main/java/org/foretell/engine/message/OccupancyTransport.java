package org.foretell.engine.message;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages under an {@link OccupancyModel}. A send is called when CPU and interface are free;
 * a message comes when its receiver can take it in, or when it arrives if it is taken in on match.
 */
public final class OccupancyTransport extends MatchingTransport {
  private final OccupancyModel model;
  private final boolean takesInOnArrival;
  private final EventList eventList;
  private final CpuQueues cpus;
  private final OccupancyCosts costs;
  private final MutableMessage view = new MutableMessage();

  /** By interface how long its sending side is in use. */
  private final Uses out;

  public OccupancyTransport(
      OccupancyModel model,
      MessageState state,
      EventList eventList,
      CpuQueues cpus,
      @Nullable SimObserver observer) {
    super(state);
    this.model = model;
    takesInOnArrival = model.intake() == OccupancyModel.Intake.ON_ARRIVAL;
    this.eventList = eventList;
    this.cpus = cpus;
    out = causes.uses(nodes.length, Uses.Turns.COMPETING);
    Uses in = causes.uses(nodes.length, Uses.Turns.COMPETING);
    costs =
        new OccupancyCosts(
            model, messages, view, eventList, causes, causes.cpus(), out, in, observer);
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    long start = eventList.nowPs();
    boolean blocking = slot == RequestTable.BLOCKING;
    view.set(rank, destination, nodes[rank], nodes[destination], bytes, blocking);
    boolean eager = mode == Mode.BUFFERED || (mode.isStandard() && model.eager(view));
    view.rendezvous(!eager);
    long cpuUntil = costs.sendCpuUntilPs(start);
    long nicUntil = costs.sendNicUntilPs(start);
    long arrive = costs.arrivePs(start);
    cpus.send(rank, cpuUntil, nicUntil);
    int waiting = eager ? RequestTable.NOBODY : slot;
    int flags = (eager ? 0 : MessagePool.RENDEZVOUS) | (blocking ? MessagePool.CALLER_BLOCKS : 0);
    int message = messages.create(rank, destination, tag, context, bytes, start, waiting, flags);
    messages.callerPs(message, cpuUntil);
    messages.operation(message, ranks.operation(rank));
    int came = causes.clock(rank);
    if (view.withinNode()) {
      eventList.messageComes(message, arrive, came);
    } else {
      eventList.crosses(message, rank, arrive, came);
    }
    int left = CauseTree.NONE;
    if (causes.areKept()) { // each message comes here
      int nic = cpus.nic(rank);
      int begun = causes.cpus().after(rank, out, nic, rank, came);
      left = costs.leaves(rank, nic, rank, message, true, arrive, nicUntil, cpuUntil, begun);
    }
    if (eager) {
      ends(rank, slot, RequestTable.SEND, cpuUntil, 0, left);
    } else {
      pend(rank, slot, RequestTable.SEND, message);
    }
    if (!blocking) {
      ranks.clockPs(rank, cpuUntil, left);
    }
    costs.tellCpu(rank, start, cpuUntil);
    costs.tellSent(cpus.nic(rank), start, nicUntil, arrive);
  }

  @Override
  public void messageComes(int message) {
    if (oneSided != null && messages.isOneSided(message)) {
      comes(oneSided, message);
      return;
    }
    long now = eventList.nowPs();
    int source = messages.source(message);
    int rank = messages.destination(message);
    if (takesInOnArrival) {
      takeIn(message, now, messages.cause(message));
    } else {
      messages.arrivePs(message, now);
    }
    int tag = messages.tag(message);
    int receive = matcher.takeReceive(rank, source, tag, messages.context(message));
    if (receive == RecordPool.NONE) {
      keep(message, messages.cause(message));
      return;
    }
    long posted = receives.postedPs(receive);
    long done = completePs(message, now, messages.cause(message));
    int received = deliveries.deliverKept(receive, message, done, messages.cause(message));
    release(message, takesInOnArrival ? now : done, posted, received);
  }

  /** When a message that is matched now, at a moment, is complete at the receiver. */
  private long completePs(int message, long nowPs, int met) {
    return takesInOnArrival ? messages.arrivePs(message) : takeIn(message, nowPs, met);
  }

  private long takeIn(int message, long nowPs, int after) {
    int rank = messages.destination(message);
    messages.show(message, view, nodes);
    return costs.takeIn(rank, cpus.nic(rank), message, nowPs, after);
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    long posted = ranks.clockPs(rank);
    int message = matcher.takeMessage(rank, source, tag, context);
    if (message == RecordPool.NONE) {
      int receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
      receives.cause(receive, causes.clock(rank));
      pend(rank, slot, RequestTable.RECEIVE, receive);
      return;
    }
    int posts = causes.clock(rank);
    int met = takesInOnArrival ? posts : causes.later(posts, messages.cause(message));
    long done = completePs(message, posted, met);
    long start = messages.sendPs(message);
    long end = Math.max(posted, done);
    deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, done);
    int taken = messages.cause(message);
    int received = takesInOnArrival ? causes.later(posts, taken) : taken;
    ends(rank, slot, RequestTable.RECEIVE, end, start, received);
    release(message, takesInOnArrival ? posted : done, posted, received);
  }

  /**
   * Sends of the caller keep its CPU from now on, others none; all keep the interface as soon as it
   * is free.
   */
  @Override
  public long transmit(int message, boolean byCaller, int after) {
    int rank = messages.source(message);
    long now = eventList.nowPs();
    messages.show(message, view, nodes);
    int nic = cpus.nic(rank);
    long start = Math.max(now, cpus.outPs(nic));
    long cpuFrom = cpus.cpuPs(rank);
    long cpuUntil = byCaller ? costs.sendCpuUntilPs(now) : cpuFrom;
    long nicUntil = costs.sendNicUntilPs(start);
    long arrive = costs.arrivePs(start);
    cpus.send(rank, cpuUntil, nicUntil);
    goesOn(costs.leaves(rank, nic, rank, message, byCaller, arrive, nicUntil, cpuUntil, after));
    if (byCaller) {
      costs.tellCpu(rank, now, cpuUntil);
    }
    costs.tellSent(nic, start, nicUntil, arrive);
    messages.arrivePs(message, MessagePool.MOVING);
    eventList.reaches(message, arrive);
    return cpuUntil;
  }

  @Override
  public void comesAgain(int message, long timePs) {
    waits(message, timePs);
    messages.arrivePs(message, timePs);
    eventList.reaches(message, timePs);
  }

  @Override
  public long acknowledgedPs(int from, int to) {
    view.set(from, to, nodes[from], nodes[to], 0, false);
    return ModelAnswer.endPs(eventList.nowPs(), model.acknowledgePs(view), "acknowledgePs");
  }

  @Override
  public int acknowledged(long timePs, int after) {
    return causes.happenedAtTarget(
        PathLeg.Kind.LATENCY, view, OccupancyCosts.ACKNOWLEDGE, eventList.nowPs(), timePs, after);
  }

  /** A one-sided message is taken in by the interface alone, as soon as that is free. */
  private void comes(OneSidedArrivals to, int message) {
    if (messages.arrivePs(message) == MessagePool.MOVING) {
      int rank = messages.destination(message);
      messages.show(message, view, nodes);
      long complete = costs.takeInAlone(rank, cpus.nic(rank), message, eventList.nowPs());
      if (complete > eventList.nowPs()) {
        messages.arrivePs(message, complete);
        eventList.reaches(message, complete);
        return;
      }
    }
    to.comes(message, messages.cause(message));
  }

  /** A message has been matched: tells its sender if that waits, and forgets it. */
  private void release(int message, long releasePs, long postedPs, int received) {
    if (messages.isRendezvous(message)) {
      long end = Math.max(messages.callerPs(message), releasePs);
      if (!takesInOnArrival) {
        cpus.release(messages.source(message), releasePs);
      }
      int after = releases(message, releasePs, end, received);
      requests.completes(messages.source(message), messages.slot(message), end, postedPs, after);
    }
    messages.release(message);
  }

  /** The moment at which a rendezvous send ends whose message has been received. */
  private int releases(int message, long releasePs, long endPs, int received) {
    int rank = messages.source(message);
    int released = received;
    if (!takesInOnArrival) {
      released = messages.cause(message);
      out.keepLater(cpus.nic(rank), released);
      causes.cpus().keepLater(rank, released);
    } else if (causes.endPs(received) > releasePs) {
      released = causes.at(messages.cause(message), releasePs);
    }
    int peer = messages.destination(message);
    long bytes = messages.bytes(message);
    return causes.happened(PathLeg.Kind.OVERHEAD, rank, peer, bytes, endPs, released);
  }

  @Override
  public long visiblePs(int message) {
    return messages.arrivePs(message);
  }
}
