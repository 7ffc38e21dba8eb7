package org.foretell.engine.message;

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
  private final EventList eventList;
  private final CpuQueues cpus;
  private final OccupancyCosts costs;
  private final MutableMessage view = new MutableMessage();

  public OccupancyTransport(
      OccupancyModel model,
      MessageState state,
      EventList eventList,
      CpuQueues cpus,
      @Nullable SimObserver observer) {
    super(state);
    this.model = model;
    this.eventList = eventList;
    this.cpus = cpus;
    Uses out = causes.setup().uses(nodes.length, Uses.Turns.COMPETING);
    Uses in = causes.setup().uses(nodes.length, Uses.Turns.COMPETING);
    costs = new OccupancyCosts(model, out, in, false, costState(view, eventList, observer));
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    long start = eventList.nowPs();
    boolean blocking = slot == RequestTable.BLOCKING;
    view.set(rank, destination, nodes[rank], nodes[destination], bytes, blocking);
    boolean eager = mode == Mode.BUFFERED || (mode.isStandard() && model.eager(view));
    view.rendezvous(!eager);
    int waiting = eager ? RequestTable.NOBODY : slot;
    int flags = (eager ? 0 : MessagePool.RENDEZVOUS) | (blocking ? MessagePool.CALLER_BLOCKS : 0);
    int message = messages.create(rank, destination, tag, context, bytes, start, waiting, flags);
    messages.operation(message, ranks.operation(rank));
    causes.sends(MessagePool.who(message), rank);
    int came = causes.clock(rank);
    int begun = costs.free(message, rank, came);
    long cpuUntil = costs.callerPs(message);
    int left = costs.sends(message, rank, cpuUntil, begun);
    costs.setsOut(message, came);
    if (eager) {
      ends(rank, slot, RequestTable.SEND, cpuUntil, 0, left);
    } else {
      pend(rank, slot, RequestTable.SEND, message);
    }
    if (!blocking) {
      ranks.clockPs(rank, cpuUntil, left);
    }
  }

  @Override
  public void messageComes(int message) {
    if (oneSided != null && messages.isOneSided(message)) {
      comes(oneSided, message);
      return;
    }
    costs.comes(message);
    int receive = matcher.takeReceive(message);
    if (receive == RecordPool.NONE) {
      keep(message, messages.cause(message));
      return;
    }
    long posted = receives.postedPs(receive);
    long receiving = receives.operation(receive);
    long done = costs.meets(message, receiving, posted, messages.cause(message));
    int received = deliveries.deliverKept(receive, message, done, messages.cause(message));
    release(message, done, posted, received);
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
    int met = costs.takesInOnArrival() ? posts : causes.later(posts, messages.cause(message));
    long done = costs.meets(message, ranks.operation(rank), posted, met);
    long start = messages.sendPs(message);
    long end = Math.max(posted, done);
    deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, done);
    int taken = messages.cause(message);
    int received = costs.takesInOnArrival() ? causes.later(posts, taken) : taken;
    ends(rank, slot, RequestTable.RECEIVE, end, start, received);
    release(message, done, posted, received);
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
    long start = Math.max(now, cpus.outPs(cpus.nic(rank)));
    long cpuUntil = byCaller ? costs.callerPs(message) : cpus.cpuPs(rank);
    goesOn(costs.sends(message, rank, byCaller, start, cpuUntil, after));
    long arrive = messages.arrivePs(message);
    messages.arrivePs(message, MessagePool.MOVING);
    if (view.withinNode()) {
      eventList.reaches(message, arrive);
    } else {
      eventList.crosses(message, rank, arrive, messages.cause(message));
    }
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
      long complete = costs.takeInAlone(rank, cpus.nic(rank), message);
      if (complete > eventList.nowPs()) {
        messages.arrivePs(message, complete);
        eventList.reaches(message, complete);
        return;
      }
    }
    to.comes(message, messages.cause(message));
  }

  /** A message has been matched: tells its sender if that waits, and forgets it. */
  private void release(int message, long donePs, long postedPs, int received) {
    if (messages.isRendezvous(message)) {
      long end = costs.sentPs(message, donePs);
      int after = releases(message, end, received);
      requests.completes(messages.source(message), messages.slot(message), end, postedPs, after);
    }
    messages.release(message);
  }

  /** The moment at which a rendezvous send ends whose message has been received. */
  private int releases(int message, long endPs, int received) {
    int rank = messages.source(message);
    int now = received;
    if (costs.takesInOnArrival() && causes.endPs(received) > eventList.nowPs()) {
      now = causes.at(messages.cause(message), eventList.nowPs());
    }
    int peer = messages.destination(message);
    long bytes = messages.bytes(message);
    int released = costs.sent(message, now);
    int who = MessagePool.who(message);
    return causes.happened(PathLeg.Kind.OVERHEAD, who, rank, peer, bytes, endPs, released);
  }

  @Override
  public long visiblePs(int message) {
    return messages.arrivePs(message);
  }
}
