package org.foretell.engine.message;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.FlowModel;
import org.foretell.model.MutableMessage;
import org.foretell.observe.PathLeg;

/**
 * Moves messages under a {@link FlowModel}. A message is known here from its send on; a receive
 * that it has been matched with is kept until its flow has ended.
 */
public final class FlowTransport extends MatchingTransport {
  private final FlowModel model;
  private final EventList eventList;
  private final MutableMessage view = new MutableMessage();
  private final FlowCosts costs;

  public FlowTransport(FlowModel model, MessageState state, EventList eventList) {
    super(state);
    this.model = model;
    this.eventList = eventList;
    costs = new FlowCosts(model, costState(view, eventList, null));
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
    long leave = costs.leavesPs(start);
    int waiting = eager ? RequestTable.NOBODY : slot;
    int flags =
        (eager ? 0 : MessagePool.RENDEZVOUS)
            | (blocking ? MessagePool.CALLER_BLOCKS : 0)
            | (exchange ? MessagePool.EXCHANGE : 0);
    int message = messages.create(rank, destination, tag, context, bytes, start, waiting, flags);
    messages.operation(message, ranks.operation(rank));
    causes.sends(MessagePool.who(message), rank);
    messages.counterpart(message, RecordPool.NONE);
    int left = costs.leaves(message, start, leave, causes.clock(rank));
    if (costs.setsOut(message, left)) {
      match(message);
    }
    callerGoesOn(rank, slot, eager, leave, message, left);
    if (exchange && blocking && receivesAfterSending()) {
      ranks.clockPs(rank, leave, left);
    }
  }

  @Override
  public boolean receivesAfterSending() {
    return model.receivesAfterSending();
  }

  private void callerGoesOn(int rank, int slot, boolean eager, long leave, int message, int left) {
    if (slot != RequestTable.BLOCKING) {
      ranks.clockPs(rank, leave, left);
      if (slot >= 0) {
        if (eager) {
          requests.setComplete(rank, slot, RequestTable.SEND, leave, 0, left);
        } else {
          requests.setPending(rank, slot, RequestTable.SEND, message);
        }
      }
    } else if (eager) {
      ranks.part(rank, leave, 0, left);
    } else {
      ranks.expect(rank);
    }
  }

  /** A message has left, which the view shows. */
  private void match(int message) {
    int receive = matcher.takeReceive(message);
    if (receive != RecordPool.NONE) {
      messages.counterpart(message, receive);
      long posted = receives.postedPs(receive);
      int met = causes.later(messages.cause(message), receives.cause(receive));
      costs.meets(message, receives.operation(receive), posted, met);
      return;
    }
    matcher.keepMessage(message);
    costs.waits(message);
    isKept(message, messages.cause(message));
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    long posted = ranks.clockPs(rank);
    int message = matcher.takeMessage(rank, source, tag, context);
    int receive;
    if (message == RecordPool.NONE) {
      receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
    } else {
      messages.show(message, view, nodes);
      if (messages.arrivePs(message) >= 0) {
        receiveAtOnce(rank, capacityBytes, slot, message, posted);
        return;
      }
      receive = receives.create(slot, posted, capacityBytes, ranks.operation(rank));
      messages.counterpart(message, receive);
      boolean moves = messages.arrivePs(message) != MessagePool.NOT_MOVING;
      int met = moves ? CauseTree.NONE : causes.later(messages.cause(message), causes.clock(rank));
      costs.meets(message, ranks.operation(rank), posted, met);
    }
    receives.cause(receive, causes.clock(rank));
    pend(rank, slot, RequestTable.RECEIVE, receive);
  }

  /** A receive is posted whose message, an eager one, is there. */
  private void receiveAtOnce(int rank, long capacityBytes, int slot, int message, long posted) {
    long end = costs.receiveEndsPs(posted);
    long start = messages.sendPs(message);
    long arrive = messages.arrivePs(message);
    deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, arrive);
    int received =
        causes.happenedAtTarget(PathLeg.Kind.OVERHEAD, view, null, posted, end, causes.clock(rank));
    ends(rank, slot, RequestTable.RECEIVE, end, start, received);
    messages.release(message);
  }

  @Override
  public long transmit(int message, boolean byCaller, int after) {
    messages.show(message, view, nodes);
    long now = eventList.nowPs();
    long leave = byCaller ? costs.leavesPs(now) : now;
    int left = costs.leaves(message, now, leave, after);
    goesOn(left);
    if (costs.setsOut(message, left)) {
      costs.start(message);
    }
    return leave;
  }

  @Override
  public void comesAgain(int message, long timePs) {
    waits(message, timePs);
    eventList.messageComes(message, timePs, messages.cause(message));
  }

  @Override
  public long acknowledgedPs(int from, int to) {
    view.set(from, to, nodes[from], nodes[to], 0, false);
    return ModelAnswer.endPs(eventList.nowPs(), model.acknowledgePs(view), "acknowledgePs");
  }

  /** A one-sided message leaves, or its flow ends. */
  private void comes(OneSidedArrivals to, int message) {
    if (messages.arrivePs(message) == MessagePool.LEAVING) {
      costs.start(message);
    } else {
      costs.flows(message);
      to.comes(message, messages.cause(message));
    }
  }

  /** A message leaves, or its flow ends. */
  @Override
  public void messageComes(int message) {
    if (oneSided != null && messages.isOneSided(message)) {
      messages.show(message, view, nodes);
      comes(oneSided, message);
      return;
    }
    switch (costs.comes(message)) {
      case AT_RECEIVER -> match(message);
      case COMPLETE -> complete(message);
      case ON_ITS_WAY -> {} // its receive has not been posted
    }
  }

  private void complete(int message) {
    long now = eventList.nowPs();
    int receive = messages.counterpart(message);
    int arrived = messages.cause(message);
    long posted = receives.postedPs(receive);
    deliveries.deliverKept(receive, message, now, costs.receiveEndsPs(now), arrived);
    if (view.rendezvous()) {
      requests.completes(view.source(), messages.slot(message), now, posted, arrived);
    }
    messages.release(message);
  }

  @Override
  public int sees(int message, int after) {
    return causes.at(messages.cause(message), visiblePs(message));
  }

  @Override
  public long visiblePs(int message) {
    messages.show(message, view, nodes);
    return costs.leavesPs(messages.sendPs(message));
  }
}
