package org.foretell.engine.message;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.MessageCost;
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

  /** By interface how long its sides are in use. */
  private final Uses out;

  private final Uses in;

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
    out = causes.uses(nodes.length, Uses.Turns.COMPETING);
    in = causes.uses(nodes.length, Uses.Turns.COMPETING);
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    long start = eventList.nowPs();
    boolean blocking = slot == RequestTable.BLOCKING;
    view.set(rank, destination, nodes[rank], nodes[destination], bytes, blocking);
    boolean eager = mode == Mode.BUFFERED || (mode.isStandard() && model.eager(view));
    view.rendezvous(!eager);
    long cpuUntil = ModelAnswer.endPs(start, model.sendCpuPs(view, start), "sendCpuPs");
    long nicUntil = ModelAnswer.endPs(start, model.sendNicPs(view), "sendNicPs");
    long arrive = ModelAnswer.endPs(start, model.wirePs(view, start), "wirePs");
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
      int begun = causes.cpus().after(rank, out, cpus.nic(rank), rank, came);
      left = leaves(rank, message, true, arrive, nicUntil, cpuUntil, begun);
    }
    if (eager) {
      ends(rank, slot, RequestTable.SEND, cpuUntil, 0, left);
    } else {
      pend(rank, slot, RequestTable.SEND, message);
    }
    if (!blocking) {
      ranks.clockPs(rank, cpuUntil, left);
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
      long endPs =
          Math.max(nicUntilPs, ModelAnswer.endPs(arrivePs, model.lastBytePs(view), "lastBytePs"));
      told.moved(view.source(), view.destination(), view.bytes(), startPs, endPs);
    }
  }

  /**
   * The moment at which the sender of a message, which the view shows and which leaves, goes on.
   */
  private int leaves(
      int rank,
      int message,
      boolean byCaller,
      long arrivePs,
      long nicUntilPs,
      long cpuUntilPs,
      int after) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // else each message would cost a question to the model for nobody
    }
    int nic = cpus.nic(rank);
    int onCpu = byCaller ? causes.cpus().after(rank, after) : after;
    int onNic = out.after(nic, rank, onCpu);
    long start = causes.endPs(onNic);
    long bytes = view.bytes();
    view.bytes(0);
    long first = Math.min(arrivePs, start + model.wirePs(view, start));
    view.bytes(bytes);
    int there = causes.happened(PathLeg.Kind.LATENCY, view, WIRE, start, first, onNic);
    messages.cause(message, causes.happened(PathLeg.Kind.BANDWIDTH, view, arrivePs, there));
    keepsNic(out, PathLeg.Resource.NIC_OUT, nic, SEND_NIC, nicUntilPs, onNic);
    if (!byCaller) {
      return onCpu;
    }
    long called = causes.endPs(onCpu);
    int left = causes.happened(PathLeg.Kind.OVERHEAD, view, SEND_CPU, called, cpuUntilPs, onCpu);
    causes.cpus().keep(rank, left);
    return left;
  }

  /** The message in the view keeps a side of an interface. */
  private void keepsNic(
      Uses sides, PathLeg.Resource side, int nic, MessageCost cost, long untilPs, int after) {
    sides.keep(
        nic, causes.happened(PathLeg.Kind.INTERFACE_QUEUE, side, nic, view, cost, untilPs, after));
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

  /** Keeps CPU and interface of the receiver from a moment on; on arrival both are free. */
  private long takeIn(int message, long nowPs, int after) {
    int rank = messages.destination(message);
    long bytes = messages.bytes(message);
    fillView(message);
    long nicFrom = Math.max(nowPs, cpus.inPs(rank));
    long nicUntil = ModelAnswer.endPs(nicFrom, model.receiveNicPs(view), "receiveNicPs");
    long cpuFrom = takesInOnArrival ? nowPs : Math.max(nicUntil, cpus.cpuPs(rank));
    long done = ModelAnswer.endPs(cpuFrom, model.receiveCpuPs(view, cpuFrom), "receiveCpuPs");
    cpus.takeIn(rank, done, nicUntil);
    messages.cause(message, taken(rank, message, nicUntil, done, after));
    if (observer != null) {
      observer.busy(SimObserver.Resource.CPU, rank, bytes, cpuFrom, done);
      observer.busy(SimObserver.Resource.NIC_IN, cpus.nic(rank), bytes, nicFrom, nicUntil);
    }
    messages.arrivePs(message, done);
    return done;
  }

  /** The moment at which a message, which the view shows, has been taken in. */
  private int taken(int rank, int message, long nicUntilPs, long cpuUntilPs, int after) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // each message comes here
    }
    int nic = cpus.nic(rank);
    int who = EventList.who(message);
    int begun;
    if (takesInOnArrival) {
      begun = causes.cpus().after(rank, in, nic, who, after);
      keepsNic(in, PathLeg.Resource.NIC_IN, nic, RECEIVE_NIC, nicUntilPs, begun);
    } else {
      int onNic = in.after(nic, who, after);
      long start = causes.endPs(onNic);
      int there =
          causes.happened(PathLeg.Kind.BANDWIDTH, view, RECEIVE_NIC, start, nicUntilPs, onNic);
      in.keep(nic, there);
      begun = causes.cpus().after(rank, who, there);
    }
    int taken =
        causes.happenedAtTarget(
            PathLeg.Kind.OVERHEAD, view, RECEIVE_CPU, causes.endPs(begun), cpuUntilPs, begun);
    causes.cpus().keep(rank, taken);
    return taken;
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
    fillView(message);
    long start = Math.max(now, cpus.outPs(rank));
    long cpuFrom = cpus.cpuPs(rank);
    long cpuUntil =
        byCaller ? ModelAnswer.endPs(now, model.sendCpuPs(view, now), "sendCpuPs") : cpuFrom;
    long nicUntil = ModelAnswer.endPs(start, model.sendNicPs(view), "sendNicPs");
    long arrive = ModelAnswer.endPs(start, model.wirePs(view, start), "wirePs");
    cpus.send(rank, cpuUntil, nicUntil);
    goesOn(leaves(rank, message, byCaller, arrive, nicUntil, cpuUntil, after));
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
    return ModelAnswer.endPs(eventList.nowPs(), model.acknowledgePs(view), "acknowledgePs");
  }

  @Override
  public int acknowledged(long timePs, int after) {
    return causes.happenedAtTarget(
        PathLeg.Kind.LATENCY, view, ACKNOWLEDGE, eventList.nowPs(), timePs, after);
  }

  /** A one-sided message is taken in by the interface alone, as soon as that is free. */
  private void comes(OneSidedArrivals to, int message) {
    if (messages.arrivePs(message) == MessagePool.MOVING) {
      int rank = messages.destination(message);
      long from = Math.max(eventList.nowPs(), cpus.inPs(rank));
      fillView(message);
      long until = ModelAnswer.endPs(from, model.receiveNicPs(view), "receiveNicPs");
      cpus.takeIn(rank, cpus.cpuPs(rank), until);
      if (observer != null) {
        long bytes = messages.bytes(message);
        observer.busy(SimObserver.Resource.NIC_IN, cpus.nic(rank), bytes, from, until);
      }
      long complete = ModelAnswer.endPs(from, model.lastBytePs(view), "lastBytePs");
      messages.cause(message, comesIn(rank, message, until, complete));
      if (complete > eventList.nowPs()) {
        messages.arrivePs(message, complete);
        eventList.reaches(message, complete);
        return;
      }
    }
    to.comes(message, messages.cause(message));
  }

  /** The moment at which a one-sided message, which comes and which the view shows, is there. */
  private int comesIn(int rank, int message, long nicUntilPs, long completePs) {
    int nic = cpus.nic(rank);
    int who = EventList.who(message);
    int begun = in.after(nic, who, messages.cause(message));
    keepsNic(in, PathLeg.Resource.NIC_IN, nic, RECEIVE_NIC, nicUntilPs, begun);
    return causes.happened(
        PathLeg.Kind.BANDWIDTH, view, LAST_BYTE, causes.endPs(begun), completePs, begun);
  }

  private void fillView(int message) {
    messages.show(message, view, nodes);
    view.rendezvous(messages.isRendezvous(message));
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
