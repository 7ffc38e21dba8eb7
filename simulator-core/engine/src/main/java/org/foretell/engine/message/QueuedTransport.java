package org.foretell.engine.message;

import static org.foretell.engine.message.InterfaceQueues.CLEAR_TO_SEND;
import static org.foretell.engine.message.InterfaceQueues.DATA;
import static org.foretell.engine.message.InterfaceQueues.FIRST;

import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages under a {@link QueuedOccupancyModel}. A send is called when the CPU is free; a
 * message comes when it is at its receiver's node, and again when the CPU there can take it in.
 */
public final class QueuedTransport extends MatchingTransport {
  private static final MessageCost SEND_CPU =
      (model, message, startPs) -> ((OccupancyModel) model).sendCpuPs(message, startPs);
  private static final MessageCost RECEIVE_CPU =
      (model, message, startPs) -> ((OccupancyModel) model).receiveCpuPs(message, startPs);
  private static final MessageCost LAST_BYTE =
      (model, message, startPs) -> ((OccupancyModel) model).lastBytePs(message);
  private static final MessageCost ACKNOWLEDGE =
      (model, message, startPs) -> ((OccupancyModel) model).acknowledgePs(message);

  private final QueuedOccupancyModel model;
  private final EventList eventList;
  private final CpuQueues cpus;
  private final InterfaceQueues interfaces;
  private final @Nullable SimObserver observer;
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
    this.observer = observer;
    interfaces = new InterfaceQueues(model, messages, nodes, observer, causes);
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
    messages.counterpart(message, RecordPool.NONE);
    messages.operation(message, ranks.operation(rank));
    if (!eager) {
      interfaces.showEmpty(rank, destination, view);
    }
    int begun = causes.cpus().after(rank, causes.clock(rank));
    messages.cause(message, begun);
    long cpuUntil = sendCpuUntil(rank, start, begun);
    int left = causes.cpus().until(rank);
    leave(message, FIRST, start, numbered(message, left));
    if (eager) {
      ends(rank, slot, RequestTable.SEND, cpuUntil, 0, left);
    } else {
      pend(rank, slot, RequestTable.SEND, message);
    }
    if (!blocking) {
      ranks.clockPs(rank, cpuUntil, left);
    }
  }

  /** Gives a leg of a message its number, which follows from a moment. */
  private long numbered(int message, int after) {
    long number = eventList.number();
    int who = EventList.who(message);
    causes.numbered(who, number + cpus.takenInLast(), eventList.nowPs(), after);
    return number;
  }

  /** A rank's CPU sends what the view shows, from a moment on. */
  private long sendCpuUntil(int rank, long startPs, int after) {
    long until = after(startPs, model.sendCpuPs(view, startPs), "sendCpuPs");
    cpus.compute(rank, until);
    causes
        .cpus()
        .keep(rank, causes.happened(PathLeg.Kind.OVERHEAD, view, SEND_CPU, startPs, until, after));
    if (observer != null) {
      observer.busy(SimObserver.Resource.CPU, rank, view.bytes(), startPs, until);
    }
    return until;
  }

  /** A leg of a message, which the view shows, is sent at a time that is not in the past. */
  private void leaveAt(int message, int leg, long sentPs, int after) {
    long number = numbered(message, after);
    long now = eventList.nowPs();
    if (sentPs > now) {
      messages.arrivePs(message, InterfaceQueues.toBeSent(leg));
      eventList.goesOnFirst(message, sentPs, number);
    } else {
      leave(message, leg, now, number);
    }
  }

  /** A leg of a message, which the view shows, is sent now. */
  private void leave(int message, int leg, long nowPs, long number) {
    long lead = interfaces.leadPs(view);
    long reaches = interfaces.reachesPs(message, view, nowPs, lead);
    if (reaches - lead > nowPs) {
      messages.arrivePs(message, InterfaceQueues.toAsk(leg));
      eventList.goesOnFirst(message, reaches - lead, number);
    } else {
      inject(message, leg, reaches, number);
    }
  }

  /** A leg of a message, which the view shows, asks for its ports now. */
  private void inject(int message, int leg, long reachesPs, long number) {
    long injectedPs = interfaces.injectedPs(message, view, reachesPs);
    int injected = messages.cause(message);
    long arrive = interfaces.arrivesPs(message, view, injectedPs);
    if (view.withinNode()) {
      messages.arrivePs(message, InterfaceQueues.there(leg));
      eventList.comesToCpu(message, view.destination(), arrive, number);
    } else {
      messages.arrivePs(message, InterfaceQueues.moving(leg));
      eventList.crosses(message, view.source(), arrive, messages.cause(message));
    }
    if (leg == DATA) {
      long posted = postedPs(message);
      long end = interfaces.dataSentPs(message, view, injectedPs);
      int sent = interfaces.dataSent(message, view, injectedPs, injected);
      requests.completes(view.source(), messages.slot(message), end, posted, sent);
    }
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
    long now = eventList.nowPs();
    int leg = interfaces.legOf(message);
    interfaces.show(message, leg, view);
    if (interfaces.isLeaving(message)) {
      if (interfaces.isToAsk(message)) {
        inject(message, leg, now + interfaces.leadPs(view), eventList.takenNumber());
      } else {
        leave(message, leg, now, eventList.takenNumber());
      }
      return;
    }
    if (!interfaces.isThere(message)) {
      long ready = interfaces.readyPs(message, view, now);
      int rank = view.destination();
      if (ready > now || !cpus.canCompute(rank, now) || cpus.takenInLast() > 0) {
        messages.arrivePs(message, InterfaceQueues.there(leg));
        eventList.comesToCpu(message, rank, ready, eventList.takenNumber());
        return;
      }
      // What has a lower number and waits for the same CPU would have come before.
    }
    takeIn(message, leg, now);
  }

  /** The CPU, which is free, takes in the leg of a message that the view shows. */
  private void takeIn(int message, int leg, long nowPs) {
    int rank = view.destination();
    long done = after(nowPs, model.receiveCpuPs(view, nowPs), "receiveCpuPs");
    cpus.compute(rank, done);
    int who = EventList.who(message);
    int begun = causes.cpus().after(rank, who, messages.cause(message));
    int taken =
        causes.happenedAtTarget(PathLeg.Kind.OVERHEAD, view, RECEIVE_CPU, nowPs, done, begun);
    causes.cpus().keep(rank, taken);
    messages.cause(message, taken);
    if (observer != null) {
      observer.busy(SimObserver.Resource.CPU, rank, view.bytes(), nowPs, done);
    }
    if (leg == FIRST) {
      match(message, done);
    } else if (leg == CLEAR_TO_SEND) {
      sendData(message, done);
    } else {
      deliveries.deliverKept(messages.counterpart(message), message, done, taken);
      messages.release(message);
    }
  }

  private void match(int message, long donePs) {
    messages.arrivePs(message, donePs);
    int receive =
        matcher.takeReceive(
            messages.destination(message),
            messages.source(message),
            messages.tag(message),
            messages.context(message));
    if (receive == RecordPool.NONE) {
      keep(message, messages.cause(message));
    } else if (messages.isRendezvous(message)) {
      messages.counterpart(message, receive);
      clearToSend(message, donePs, messages.cause(message));
    } else {
      deliveries.deliverKept(receive, message, donePs, messages.cause(message));
      messages.release(message);
    }
  }

  /** The receiver tells the sender of a match, as soon as its CPU is free. */
  private void clearToSend(int message, long nowPs, int met) {
    interfaces.show(message, CLEAR_TO_SEND, view);
    int rank = view.source();
    long start = Math.max(nowPs, cpus.cpuPs(rank));
    int begun = causes.cpus().after(rank, met);
    messages.cause(message, begun);
    sendCpuUntil(rank, start, begun);
    leaveAt(message, CLEAR_TO_SEND, start, causes.cpus().until(rank));
  }

  /** The sender, whose CPU is busy until then, sends the data. */
  private void sendData(int message, long startPs) {
    interfaces.show(message, DATA, view);
    int rank = view.source();
    long untilPs = sendCpuUntil(rank, startPs, messages.cause(message));
    int until = causes.cpus().until(rank);
    interfaces.dataCpuPs(message, untilPs, until);
    leaveAt(message, DATA, startPs, until);
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    long posted = ranks.clockPs(rank);
    int message = matcher.takeMessage(rank, source, tag, context);
    int receive;
    if (message == RecordPool.NONE) {
      receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
    } else if (messages.isRendezvous(message)) {
      receive = receives.create(slot, posted, capacityBytes, ranks.operation(rank));
      messages.counterpart(message, receive);
      clearToSend(message, posted, causes.later(causes.clock(rank), messages.cause(message)));
    } else {
      long done = messages.arrivePs(message);
      long start = messages.sendPs(message);
      deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, done);
      int met = causes.later(causes.clock(rank), messages.cause(message));
      ends(rank, slot, RequestTable.RECEIVE, Math.max(posted, done), start, met);
      messages.release(message);
      return;
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
    int begun = byCaller ? causes.cpus().after(rank, after) : after;
    messages.cause(message, begun);
    long cpuUntil = byCaller ? sendCpuUntil(rank, now, begun) : cpus.cpuPs(rank);
    int left = byCaller ? causes.cpus().until(rank) : begun;
    goesOn(left);
    long number = numbered(message, left);
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
    eventList.reaches(message, interfaces.arrivesPs(message, view, injected), number);
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
      long complete = after(from, model.lastBytePs(view), "lastBytePs");
      int taken = messages.cause(message);
      messages.cause(
          message, causes.happened(PathLeg.Kind.BANDWIDTH, view, LAST_BYTE, now, complete, taken));
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
    return after(eventList.nowPs(), model.acknowledgePs(view), "acknowledgePs");
  }

  @Override
  public int acknowledged(long timePs, int after) {
    return causes.happenedAtTarget(
        PathLeg.Kind.LATENCY, view, ACKNOWLEDGE, eventList.nowPs(), timePs, after);
  }

  @Override
  public long visiblePs(int message) {
    return messages.arrivePs(message);
  }

  private static long after(long timePs, long spanPs, String what) {
    return Ps.plus(timePs, ModelAnswer.atLeastZero(spanPs, what));
  }
}
