package org.foretell.engine.message;

import java.util.Objects;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages under an {@link OccupancyModel}. A send is called when CPU and interface are free;
 * a message comes when its receiver can take it in, or when it arrives if it is taken in on match.
 */
public final class OccupancyTransport extends MatchingTransport {
  private static final MessageCost SEND_CPU =
      (model, message, startPs) -> ((OccupancyModel) model).sendCpuPs(message, startPs);
  private static final MessageCost SEND_NIC =
      (model, message, startPs) -> ((OccupancyModel) model).sendNicPs(message);
  private static final MessageCost WIRE =
      (model, message, startPs) -> ((OccupancyModel) model).wirePs(message, startPs);
  private static final MessageCost RECEIVE_NIC =
      (model, message, startPs) -> ((OccupancyModel) model).receiveNicPs(message);
  private static final MessageCost RECEIVE_CPU =
      (model, message, startPs) -> ((OccupancyModel) model).receiveCpuPs(message, startPs);
  private static final MessageCost LAST_BYTE =
      (model, message, startPs) -> ((OccupancyModel) model).lastBytePs(message);
  private static final MessageCost ACKNOWLEDGE =
      (model, message, startPs) -> ((OccupancyModel) model).acknowledgePs(message);

  private final OccupancyModel model;
  private final boolean takesInOnArrival;
  private final EventList eventList;
  private final CpuQueues cpus;
  private final @Nullable SimObserver observer;
  private final MutableMessage view = new MutableMessage();

  /** By interface how long its sides are in use; null where nobody asks for the critical path. */
  private final @Nullable Uses out;

  private final @Nullable Uses in;

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
    this.observer = observer;
    out = causes == null ? null : causes.uses(nodes.length);
    in = causes == null ? null : causes.uses(nodes.length);
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    long start = eventList.nowPs();
    boolean blocking = slot == RequestTable.BLOCKING;
    view.set(rank, destination, nodes[rank], nodes[destination], bytes, blocking);
    boolean eager = mode == Mode.BUFFERED || (mode.isStandard() && model.eager(view));
    view.rendezvous(!eager);
    long cpuUntil = after(start, model.sendCpuPs(view, start), "sendCpuPs");
    long nicUntil = after(start, model.sendNicPs(view), "sendNicPs");
    long arrive = after(start, model.wirePs(view, start), "wirePs");
    cpus.send(rank, cpuUntil, nicUntil);
    int waiting = eager ? RequestTable.NOBODY : slot;
    int flags = (eager ? 0 : MessagePool.RENDEZVOUS) | (blocking ? MessagePool.CALLER_BLOCKS : 0);
    int message = messages.create(rank, destination, tag, context, bytes, start, waiting, flags);
    messages.callerPs(message, cpuUntil);
    messages.operation(message, ranks.operation(rank));
    if (causes != null) {
      causes.at(rank);
    }
    if (view.withinNode()) {
      eventList.messageComes(message, arrive);
    } else {
      eventList.crosses(message, rank, arrive);
    }
    if (causes != null) {
      causes.cpus().after(rank, Objects.requireNonNull(out), cpus.nic(rank), rank);
      leaves(causes, rank, message, true, arrive, nicUntil, cpuUntil);
    }
    if (eager) {
      ends(rank, slot, RequestTable.SEND, cpuUntil, 0);
    } else {
      pend(rank, slot, RequestTable.SEND, message);
    }
    if (!blocking) {
      ranks.clockPs(rank, cpuUntil);
    }
    if (observer != null) {
      observer.busy(SimObserver.Resource.CPU, rank, bytes, start, cpuUntil);
      observer.busy(SimObserver.Resource.NIC_OUT, cpus.nic(rank), bytes, start, nicUntil);
      tell(observer, start, arrive, nicUntil);
    }
  }

  /** The message in the view moves; its last byte follows the first, which arrives. */
  private void tell(SimObserver told, long startPs, long arrivePs, long nicUntilPs) {
    if (view.bytes() > 0) {
      long endPs = Math.max(nicUntilPs, after(arrivePs, model.lastBytePs(view), "lastBytePs"));
      told.moved(view.source(), view.destination(), view.bytes(), startPs, endPs);
    }
  }

  /** What a message, which the view shows, follows from, and what follows from it at its sender. */
  private void leaves(
      Causes known,
      int rank,
      int message,
      boolean byCaller,
      long arrivePs,
      long nicUntilPs,
      long cpuUntilPs) {
    int nic = cpus.nic(rank);
    Uses sides = Objects.requireNonNull(out);
    if (byCaller) {
      known.cpus().after(rank);
    }
    known.carry();
    sides.after(nic, rank);
    int from = known.keep(known.now());
    known.costs(WIRE, view, known.nowPs());
    long bytes = view.bytes();
    view.bytes(0);
    long latency = model.wirePs(view, known.nowPs());
    view.bytes(bytes);
    known.leg(PathLeg.Kind.LATENCY, view, Math.min(arrivePs, known.nowPs() + latency));
    known.leg(PathLeg.Kind.BANDWIDTH, view, arrivePs);
    messages.cause(message, known.now());
    known.now(known.kept(from));
    known.release(from);
    known.costs(SEND_NIC, view, known.nowPs());
    known.queue(PathLeg.Kind.INTERFACE_QUEUE, PathLeg.Resource.NIC_OUT, nic, view, nicUntilPs);
    sides.keep(nic);
    known.takeCarried();
    if (byCaller) {
      known.costs(SEND_CPU, view, known.nowPs());
      known.leg(PathLeg.Kind.OVERHEAD, view, cpuUntilPs);
      known.cpus().keep(rank);
    }
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
      takeIn(message, now);
    } else {
      messages.arrivePs(message, now);
    }
    int tag = messages.tag(message);
    int receive = matcher.takeReceive(rank, source, tag, messages.context(message));
    if (receive == RecordPool.NONE) {
      keep(message);
      return;
    }
    long posted = receives.postedPs(receive);
    if (causes != null) {
      causes.now(messages.cause(message));
    }
    long done = completePs(message, now);
    deliveries.deliverKept(receive, message, done);
    release(message, takesInOnArrival ? now : done, posted);
  }

  /** When a message that is matched now is complete at the receiver. */
  private long completePs(int message, long nowPs) {
    return takesInOnArrival ? messages.arrivePs(message) : takeIn(message, nowPs);
  }

  /** Keeps CPU and interface of the receiver; on arrival both are free. */
  private long takeIn(int message, long nowPs) {
    int rank = messages.destination(message);
    long bytes = messages.bytes(message);
    fillView(message);
    long nicFrom = Math.max(nowPs, cpus.inPs(rank));
    long nicUntil = after(nicFrom, model.receiveNicPs(view), "receiveNicPs");
    long cpuFrom = takesInOnArrival ? nowPs : Math.max(nicUntil, cpus.cpuPs(rank));
    long done = after(cpuFrom, model.receiveCpuPs(view, cpuFrom), "receiveCpuPs");
    cpus.takeIn(rank, done, nicUntil);
    if (causes != null) {
      taken(causes, rank, message, nicUntil, done);
    }
    if (observer != null) {
      observer.busy(SimObserver.Resource.CPU, rank, bytes, cpuFrom, done);
      observer.busy(SimObserver.Resource.NIC_IN, cpus.nic(rank), bytes, nicFrom, nicUntil);
    }
    messages.arrivePs(message, done);
    return done;
  }

  /**
   * What follows from a message that is taken in, on arrival or from the match on, which is at
   * hand.
   */
  private void taken(Causes known, int rank, int message, long nicUntilPs, long cpuUntilPs) {
    int nic = cpus.nic(rank);
    Uses sides = Objects.requireNonNull(in);
    int who = known.who(message / MessagePool.STRIDE);
    if (takesInOnArrival) {
      known.now(messages.cause(message));
      known.cpus().after(rank, sides, nic, who);
      known.carry();
      known.costs(RECEIVE_NIC, view, known.nowPs());
      known.queue(PathLeg.Kind.INTERFACE_QUEUE, PathLeg.Resource.NIC_IN, nic, view, nicUntilPs);
      sides.keep(nic);
      known.takeCarried();
    } else {
      sides.after(nic, who);
      known.costs(RECEIVE_NIC, view, known.nowPs());
      known.leg(PathLeg.Kind.BANDWIDTH, view, nicUntilPs);
      sides.keep(nic);
      known.cpus().after(rank, who);
    }
    known.costs(RECEIVE_CPU, view, known.nowPs());
    known.legAtTarget(PathLeg.Kind.OVERHEAD, view, cpuUntilPs);
    known.cpus().keep(rank);
    messages.cause(message, known.now());
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    long posted = ranks.clockPs(rank);
    int message = matcher.takeMessage(rank, source, tag, context);
    if (message == RecordPool.NONE) {
      int receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
      if (causes != null) {
        receives.cause(receive, causes.clock(rank));
      }
      pend(rank, slot, RequestTable.RECEIVE, receive);
      return;
    }
    if (causes != null) {
      causes.at(rank);
      if (!takesInOnArrival) {
        causes.later(messages.cause(message));
      }
    }
    long done = completePs(message, posted);
    long start = messages.sendPs(message);
    long end = Math.max(posted, done);
    deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, done);
    if (causes != null) {
      causes.later(messages.cause(message));
    }
    ends(rank, slot, RequestTable.RECEIVE, end, start);
    release(message, takesInOnArrival ? posted : done, posted);
  }

  /**
   * Sends of the caller keep its CPU from now on, others none; all keep the interface as soon as it
   * is free.
   */
  @Override
  public long transmit(int message, boolean byCaller) {
    int rank = messages.source(message);
    long now = eventList.nowPs();
    fillView(message);
    long start = Math.max(now, cpus.outPs(rank));
    long cpuFrom = cpus.cpuPs(rank);
    long cpuUntil = byCaller ? after(now, model.sendCpuPs(view, now), "sendCpuPs") : cpuFrom;
    long nicUntil = after(start, model.sendNicPs(view), "sendNicPs");
    long arrive = after(start, model.wirePs(view, start), "wirePs");
    cpus.send(rank, cpuUntil, nicUntil);
    if (causes != null) {
      leaves(causes, rank, message, byCaller, arrive, nicUntil, cpuUntil);
    }
    if (observer != null) {
      long bytes = messages.bytes(message);
      if (byCaller) {
        observer.busy(SimObserver.Resource.CPU, rank, bytes, now, cpuUntil);
      }
      observer.busy(SimObserver.Resource.NIC_OUT, cpus.nic(rank), bytes, start, nicUntil);
      tell(observer, start, arrive, nicUntil);
    }
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
    if (causes != null) {
      causes.costs(ACKNOWLEDGE, view, eventList.nowPs());
    }
    return after(eventList.nowPs(), model.acknowledgePs(view), "acknowledgePs");
  }

  /** A one-sided message is taken in by the interface alone, as soon as that is free. */
  private void comes(OneSidedArrivals to, int message) {
    if (messages.arrivePs(message) == MessagePool.MOVING) {
      int rank = messages.destination(message);
      long from = Math.max(eventList.nowPs(), cpus.inPs(rank));
      fillView(message);
      long until = after(from, model.receiveNicPs(view), "receiveNicPs");
      cpus.takeIn(rank, cpus.cpuPs(rank), until);
      if (observer != null) {
        long bytes = messages.bytes(message);
        observer.busy(SimObserver.Resource.NIC_IN, cpus.nic(rank), bytes, from, until);
      }
      long complete = after(from, model.lastBytePs(view), "lastBytePs");
      if (causes != null) {
        comesIn(causes, rank, message, until, complete);
      }
      if (complete > eventList.nowPs()) {
        messages.arrivePs(message, complete);
        eventList.reaches(message, complete);
        return;
      }
    }
    to.comes(message);
  }

  /** What follows from a one-sided message that comes, which is at hand. */
  private void comesIn(Causes known, int rank, int message, long nicUntilPs, long completePs) {
    int nic = cpus.nic(rank);
    Uses sides = Objects.requireNonNull(in);
    sides.after(nic, known.who(message / MessagePool.STRIDE));
    known.carry();
    known.costs(RECEIVE_NIC, view, known.nowPs());
    known.queue(PathLeg.Kind.INTERFACE_QUEUE, PathLeg.Resource.NIC_IN, nic, view, nicUntilPs);
    sides.keep(nic);
    known.takeCarried();
    known.costs(LAST_BYTE, view, known.nowPs());
    known.leg(PathLeg.Kind.BANDWIDTH, view, completePs);
    messages.cause(message, known.now());
  }

  private void fillView(int message) {
    messages.show(message, view, nodes);
    view.rendezvous(messages.isRendezvous(message));
  }

  /** A message has been matched: tells its sender if that waits, and forgets it. */
  private void release(int message, long releasePs, long postedPs) {
    if (messages.isRendezvous(message)) {
      long end = Math.max(messages.callerPs(message), releasePs);
      if (!takesInOnArrival) {
        cpus.release(messages.source(message), releasePs);
      }
      if (causes != null) {
        releases(causes, message, releasePs, end);
      }
      requests.completes(messages.source(message), messages.slot(message), end, postedPs);
    }
    messages.release(message);
  }

  /** What the end of a rendezvous send follows from is at hand. */
  private void releases(Causes known, int message, long releasePs, long endPs) {
    int rank = messages.source(message);
    if (takesInOnArrival && known.nowPs() > releasePs) {
      known.now(known.at(messages.cause(message), releasePs));
    }
    if (!takesInOnArrival) {
      known.now(messages.cause(message));
      Objects.requireNonNull(out).keepLater(cpus.nic(rank));
      known.cpus().keepLater(rank);
    }
    known.leg(
        PathLeg.Kind.OVERHEAD, rank, messages.destination(message), messages.bytes(message), endPs);
  }

  @Override
  public long visiblePs(int message) {
    return messages.arrivePs(message);
  }

  private static long after(long timePs, long spanPs, String what) {
    return Ps.plus(timePs, ModelAnswer.atLeastZero(spanPs, what));
  }
}
