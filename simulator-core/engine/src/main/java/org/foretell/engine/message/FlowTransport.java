package org.foretell.engine.message;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.FlowModel;
import org.foretell.model.MutableMessage;
import org.foretell.observe.PathLeg;
import org.foretell.time.Ps;

/**
 * Moves messages under a {@link FlowModel}. A message is known here from its send on; a receive
 * that it has been matched with is kept until its flow has ended.
 */
public final class FlowTransport extends MatchingTransport {
  private final FlowModel model;
  private final EventList eventList;
  private final MutableMessage view = new MutableMessage();

  public FlowTransport(FlowModel model, MessageState state, EventList eventList) {
    super(state);
    this.model = model;
    this.eventList = eventList;
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    long start = ranks.clockPs(rank);
    boolean blocking = slot == RequestTable.BLOCKING;
    boolean exchange = mode == Mode.EXCHANGE;
    view.set(rank, destination, nodes[rank], nodes[destination], bytes, blocking)
        .exchange(exchange);
    boolean eager = mode == Mode.BUFFERED || (mode.isStandard() && model.eager(view));
    view.rendezvous(!eager);
    long leave = after(start, model.sendOverheadPs(view), "sendOverheadPs");
    int waiting = eager ? RequestTable.NOBODY : slot;
    int flags =
        (eager ? 0 : MessagePool.RENDEZVOUS)
            | (blocking ? MessagePool.CALLER_BLOCKS : 0)
            | (exchange ? MessagePool.EXCHANGE : 0);
    int message = messages.create(rank, destination, tag, context, bytes, start, waiting, flags);
    messages.operation(message, ranks.operation(rank));
    messages.counterpart(message, RecordPool.NONE);
    if (causes != null) {
      causes.at(rank);
      causes.leg(PathLeg.Kind.OVERHEAD, view, leave);
      causes.carry();
      messages.cause(message, causes.now());
    }
    if (leave > start) {
      messages.arrivePs(message, MessagePool.LEAVING);
      eventList.messageComes(message, leave);
    } else {
      leave(message, destination, rank, tag, context);
    }
    if (causes != null) {
      causes.takeCarried();
    }
    callerGoesOn(rank, slot, eager, leave, message);
    if (exchange && blocking && receivesAfterSending()) {
      ranks.clockPs(rank, leave);
    }
  }

  @Override
  public boolean receivesAfterSending() {
    return model.receivesAfterSending();
  }

  private void callerGoesOn(int rank, int slot, boolean eager, long leave, int message) {
    if (slot != RequestTable.BLOCKING) {
      ranks.clockPs(rank, leave);
      if (slot >= 0) {
        if (eager) {
          requests.setComplete(rank, slot, RequestTable.SEND, leave, 0);
        } else {
          requests.setPending(rank, slot, RequestTable.SEND, message);
        }
      }
    } else if (eager) {
      ranks.part(rank, leave, 0);
    } else {
      ranks.expect(rank);
    }
  }

  /** The sender has handed over a message, which the view shows. */
  private void leave(int message, int destination, int source, int tag, int context) {
    int receive = matcher.takeReceive(destination, source, tag, context);
    if (receive != RecordPool.NONE) {
      messages.counterpart(message, receive);
      follows(message, receives.cause(receive));
      start(message);
      return;
    }
    matcher.keepMessage(message);
    if (!view.rendezvous() && model.startsWhenSent(view)) {
      start(message);
    } else {
      messages.arrivePs(message, MessagePool.NOT_MOVING);
    }
    isKept(message);
  }

  /** A message can move only after a moment too, if anybody asks. */
  private void follows(int message, int moment) {
    if (causes != null) {
      causes.now(messages.cause(message));
      causes.later(moment);
      messages.cause(message, causes.now());
    }
  }

  /** A message, which the view shows, starts to move. */
  private void start(int message) {
    messages.arrivePs(message, MessagePool.MOVING);
    model.start(EventList.flow(message), view, eventList.nowPs());
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    long posted = ranks.clockPs(rank);
    int message = matcher.takeMessage(rank, source, tag, context);
    int receive;
    if (message == RecordPool.NONE) {
      receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
    } else {
      fillView(message);
      if (messages.arrivePs(message) >= 0) {
        receiveAtOnce(rank, capacityBytes, slot, message, posted);
        return;
      }
      receive = receives.create(slot, posted, capacityBytes, ranks.operation(rank));
      messages.counterpart(message, receive);
      if (messages.arrivePs(message) == MessagePool.NOT_MOVING) {
        if (causes != null) {
          follows(message, causes.clock(rank));
        }
        start(message);
      }
    }
    if (causes != null) {
      receives.cause(receive, causes.clock(rank));
    }
    pend(rank, slot, RequestTable.RECEIVE, receive);
  }

  /** A receive is posted whose message, an eager one, is there. */
  private void receiveAtOnce(int rank, long capacityBytes, int slot, int message, long posted) {
    long end = receivedPs(posted);
    long start = messages.sendPs(message);
    long arrive = messages.arrivePs(message);
    deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, arrive);
    if (causes != null) {
      causes.at(rank);
      causes.legAtTarget(PathLeg.Kind.OVERHEAD, view, end);
    }
    ends(rank, slot, RequestTable.RECEIVE, end, start);
    messages.release(message);
  }

  @Override
  public long transmit(int message, boolean byCaller) {
    fillView(message);
    long now = eventList.nowPs();
    long leave = byCaller ? after(now, model.sendOverheadPs(view), "sendOverheadPs") : now;
    if (causes != null) {
      causes.leg(PathLeg.Kind.OVERHEAD, view, leave);
      messages.cause(message, causes.now());
    }
    if (leave > now) {
      messages.arrivePs(message, MessagePool.LEAVING);
      eventList.messageComes(message, leave);
    } else {
      start(message);
    }
    return leave;
  }

  @Override
  public void comesAgain(int message, long timePs) {
    waits(message, timePs);
    eventList.messageComes(message, timePs);
  }

  @Override
  public long acknowledgedPs(int from, int to) {
    view.set(from, to, nodes[from], nodes[to], 0, false);
    return after(eventList.nowPs(), model.acknowledgePs(view), "acknowledgePs");
  }

  /** The message in the view has been on its way until now, since the moment at hand. */
  private void flows(Causes known) {
    long now = eventList.nowPs();
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view), "latencyPs");
    known.leg(PathLeg.Kind.LATENCY, view, Math.min(now, Ps.plus(known.nowPs(), latency)));
    known.leg(PathLeg.Kind.BANDWIDTH, view, now);
  }

  /** A one-sided message leaves, or its flow ends. */
  private void comes(OneSidedArrivals to, int message) {
    if (messages.arrivePs(message) == MessagePool.LEAVING) {
      start(message);
    } else {
      if (causes != null) {
        flows(causes);
        messages.cause(message, causes.now());
      }
      to.comes(message);
    }
  }

  /** A message leaves, or its flow ends. */
  @Override
  public void messageComes(int message) {
    fillView(message);
    if (oneSided != null && messages.isOneSided(message)) {
      comes(oneSided, message);
      return;
    }
    if (messages.arrivePs(message) == MessagePool.LEAVING) {
      leave(
          message,
          view.destination(),
          view.source(),
          messages.tag(message),
          messages.context(message));
      return;
    }
    long now = eventList.nowPs();
    int receive = messages.counterpart(message);
    if (causes != null) {
      causes.now(messages.cause(message));
      flows(causes);
      messages.cause(message, causes.now());
    }
    if (receive == RecordPool.NONE) {
      messages.arrivePs(message, now);
      return;
    }
    long posted = receives.postedPs(receive);
    deliveries.deliverKept(receive, message, now, receivedPs(now));
    if (view.rendezvous()) {
      if (causes != null) {
        causes.now(messages.cause(message));
      }
      requests.completes(view.source(), messages.slot(message), now, posted);
    }
    messages.release(message);
  }

  @Override
  public void sees(int message) {
    if (causes != null) {
      causes.now(causes.at(messages.cause(message), visiblePs(message)));
    }
  }

  @Override
  public long visiblePs(int message) {
    fillView(message);
    return after(messages.sendPs(message), model.sendOverheadPs(view), "sendOverheadPs");
  }

  private void fillView(int message) {
    messages.show(message, view, nodes);
    view.rendezvous(messages.isRendezvous(message));
  }

  private long receivedPs(long therePs) {
    return after(therePs, model.receiveOverheadPs(view), "receiveOverheadPs");
  }

  private static long after(long timePs, long spanPs, String what) {
    return Ps.plus(timePs, ModelAnswer.atLeastZero(spanPs, what));
  }
}
