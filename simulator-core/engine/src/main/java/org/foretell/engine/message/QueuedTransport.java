package org.foretell.engine.message;

import static org.foretell.engine.message.InterfaceQueues.FIRST;

import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.MutableMessage;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages under a {@link QueuedOccupancyModel}. A send is called when the CPU is free; a
 * message comes when it is at its receiver's node, and again when the CPU there can take it in.
 */
public final class QueuedTransport extends MatchingTransport {
  private final QueuedOccupancyModel model;
  private final EventList eventList;
  private final CpuQueues cpus;
  private final InterfaceQueues interfaces;
  private final QueuedCosts costs;
  private final MutableMessage view = new MutableMessage();

  public QueuedTransport(
      QueuedOccupancyModel model,
      MessageState state,
      EventList eventList,
      CpuQueues cpus,
      @Nullable SimObserver observer) {
    super(state);
    this.model = model;
    this.eventList = eventList;
    this.cpus = cpus;
    interfaces = new InterfaceQueues(model, messages, nodes, observer, causes);
    CostState costState = costState(view, eventList, observer);
    costs = new QueuedCosts(model, interfaces, this::dataSent, costState);
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    long start = eventList.nowPs();
    boolean blocking = slot == RequestTable.BLOCKING;
    view.set(rank, destination, nodes[rank], nodes[destination], bytes, blocking);
    boolean eager = mode == Mode.BUFFERED || (mode.isStandard() && model.eager(view));
    int waiting = eager ? RequestTable.NOBODY : slot;
    int flags = (eager ? 0 : MessagePool.RENDEZVOUS) | (blocking ? MessagePool.CALLER_BLOCKS : 0);
    int message = messages.create(rank, destination, tag, context, bytes, start, waiting, flags);
    messages.operation(message, ranks.operation(rank));
    causes.sends(MessagePool.who(message), rank);
    int begun = costs.free(message, rank, causes.clock(rank));
    long cpuUntil = costs.callerPs(message);
    int left = costs.sends(message, rank, cpuUntil, begun);
    costs.setsOut(message, left);
    if (eager) {
      ends(rank, slot, RequestTable.SEND, cpuUntil, 0, left);
    } else {
      pend(rank, slot, RequestTable.SEND, message);
    }
    if (!blocking) {
      ranks.clockPs(rank, cpuUntil, left);
    }
  }

  private void dataSent(int message, long endPs, int end) {
    long posted = postedPs(message);
    requests.completes(messages.source(message), messages.slot(message), endPs, posted, end);
  }

  /** When the receive was posted that a rendezvous has met. */
  private long postedPs(int message) {
    CrossedMessages letters = eventList.crossed();
    return letters != null && letters.isElsewhere(messages.destination(message))
        ? letters.postedPs(message)
        : receives.postedPs(messages.counterpart(message));
  }

  /** A message is sent, asks for its ports, is at a node, or the CPU there can take it in. */
  @Override
  public void messageComes(int message) {
    if (oneSided != null && messages.isOneSided(message)) {
      comes(oneSided, message);
      return;
    }
    MessageCosts.Place place = costs.comes(message);
    if (place == MessageCosts.Place.COMPLETE) {
      int receive = messages.counterpart(message);
      deliver(message, receive, costs.receivedPs(message));
    } else if (place == MessageCosts.Place.AT_RECEIVER) {
      match(message);
    }
  }

  private void deliver(int message, int receive, long donePs) {
    deliveries.deliverKept(receive, message, donePs, messages.cause(message));
    messages.release(message);
  }

  private void match(int message) {
    int receive = matcher.takeReceive(message);
    if (receive == RecordPool.NONE) {
      keep(message, messages.cause(message));
      return;
    }
    long receiving = receives.operation(receive);
    long posted = receives.postedPs(receive);
    long done = costs.meets(message, receiving, posted, messages.cause(message));
    if (done == MessageCosts.NOT_NOW) {
      messages.counterpart(message, receive);
    } else {
      deliver(message, receive, done);
    }
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    long posted = ranks.clockPs(rank);
    int message = matcher.takeMessage(rank, source, tag, context);
    int receive;
    if (message == RecordPool.NONE) {
      receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
    } else {
      int met = causes.later(causes.clock(rank), messages.cause(message));
      long done = costs.meets(message, ranks.operation(rank), posted, met);
      if (done != MessageCosts.NOT_NOW) {
        long start = messages.sendPs(message);
        deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, done);
        ends(rank, slot, RequestTable.RECEIVE, Math.max(posted, done), start, met);
        messages.release(message);
        return;
      }
      receive = receives.create(slot, posted, capacityBytes, ranks.operation(rank));
      messages.counterpart(message, receive);
    }
    receives.cause(receive, causes.clock(rank));
    pend(rank, slot, RequestTable.RECEIVE, receive);
  }

  /** Sends of the caller keep its CPU, others only the interface. */
  @Override
  public long transmit(int message, boolean byCaller, int after) {
    int rank = messages.source(message);
    long now = eventList.nowPs();
    messages.show(message, view, nodes);
    int begun = byCaller ? costs.free(message, rank, after) : after;
    messages.cause(message, begun);
    long cpuUntil = byCaller ? costs.callerPs(message) : cpus.cpuPs(rank);
    int left = byCaller ? costs.sendsLeg(rank, rank, now, cpuUntil, begun) : begun;
    goesOn(left);
    long number = eventList.number(message, left);
    long lead = interfaces.leadPs(view);
    long reaches = interfaces.reachesPs(message, view, now, lead);
    if (reaches - lead > now) {
      messages.arrivePs(message, InterfaceQueues.toAsk(FIRST));
      eventList.goesOnFirst(message, reaches - lead, number);
    } else {
      moves(message, reaches, number);
    }
    return cpuUntil;
  }

  /** A one-sided message, which the view shows, asks for its ports now. */
  private void moves(int message, long reachesPs, long number) {
    long injected = interfaces.injectedPs(message, view, reachesPs);
    messages.arrivePs(message, MessagePool.MOVING);
    long arrives = interfaces.arrivesPs(message, view, injected);
    if (view.withinNode()) {
      eventList.reaches(message, arrives, number);
    } else {
      eventList.crosses(message, view.source(), arrives, messages.cause(message));
    }
  }

  /** A one-sided message is taken in by the interface alone. */
  private void comes(OneSidedArrivals to, int message) {
    if (messages.arrivePs(message) == InterfaceQueues.toAsk(FIRST)) {
      messages.show(message, view, nodes);
      long reaches = eventList.nowPs() + interfaces.leadPs(view);
      moves(message, reaches, eventList.takenNumber());
      return;
    }
    if (messages.arrivePs(message) == MessagePool.MOVING) {
      long now = eventList.nowPs();
      messages.show(message, view, nodes);
      long from = interfaces.takenFrom(message, view, now);
      long complete = ModelAnswer.endPs(from, model.lastBytePs(view), "lastBytePs");
      int taken = messages.cause(message);
      messages.cause(
          message,
          causes.happened(
              PathLeg.Kind.BANDWIDTH,
              MessagePool.who(message),
              view,
              OccupancyCosts.LAST_BYTE,
              now,
              complete,
              taken));
      if (complete > now) {
        messages.arrivePs(message, complete);
        eventList.reaches(message, complete);
        return;
      }
    }
    to.comes(message, messages.cause(message));
  }

  @Override
  public void comesAgain(int message, long timePs) {
    waits(message, timePs);
    messages.arrivePs(message, timePs);
    eventList.reaches(message, timePs);
  }

  @Override
  public long acknowledgedPs(int from, int to) {
    interfaces.showEmpty(from, to, view);
    view.oneSided(true);
    return ModelAnswer.endPs(eventList.nowPs(), model.acknowledgePs(view), "acknowledgePs");
  }

  @Override
  public int acknowledged(long timePs, int after) {
    return causes.happenedAtTarget(
        PathLeg.Kind.LATENCY, view, OccupancyCosts.ACKNOWLEDGE, eventList.nowPs(), timePs, after);
  }

  @Override
  public long visiblePs(int message) {
    return messages.arrivePs(message);
  }
}
