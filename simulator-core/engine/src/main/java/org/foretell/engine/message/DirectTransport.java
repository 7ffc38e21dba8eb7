package org.foretell.engine.message;

import java.util.Objects;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Moves messages under a {@link DirectModel}. */
public final class DirectTransport extends MatchingTransport {
  private static final MessageCost POST_RECEIVE =
      (model, message, startPs) -> ((DirectModel) model).postReceivePs();

  private final DirectModel model;
  private final EventList eventList;
  private final MutableMessage view = new MutableMessage();
  private final DirectCosts costs;

  /** Messages of ranks of other parts; null where there is one part. */
  private final @Nullable MailedMessages mailed;

  public DirectTransport(
      DirectModel model,
      MessageState state,
      EventList eventList,
      @Nullable SimObserver observer,
      @Nullable MailedMessages mailed) {
    super(state);
    this.model = model;
    this.mailed = mailed;
    this.eventList = eventList;
    costs = new DirectCosts(model, matcher.wildcards(), costState(view, eventList, observer));
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    long start = ranks.clockPs(rank);
    Message message =
        view.set(
            rank,
            destination,
            nodes[rank],
            nodes[destination],
            bytes,
            slot == RequestTable.BLOCKING);
    boolean eager = mode != Mode.SYNCHRONOUS && (!mode.isStandard() || model.eager(message));
    if (followers != null) {
      followers.sends(rank, view, eager, mode.isStandard());
    }
    if (!eager) {
      view.rendezvous(true);
      sendRendezvous(rank, destination, tag, context, bytes, slot, start);
      return;
    }
    long arrive = costs.arrivesPs(start);
    int sent = causes.clock(rank);
    int arrived = costs.moves(rank, start, arrive, sent);
    if (slot == RequestTable.BLOCKING) {
      long done = costs.blockedPs(start, arrive);
      ranks.part(rank, done, 0, costs.blocked(start, done, sent));
    } else {
      long caller = costs.goesOnPs(start);
      int left = costs.goesOn(start, caller, sent);
      ranks.clockPs(rank, caller, left);
      if (slot >= 0) {
        requests.setComplete(rank, slot, RequestTable.SEND, caller, 0, left);
      }
    }
    if (mailed != null && mailed.isElsewhere(destination)) {
      long operation = ranks.operation(rank);
      mailed.sendEager(rank, destination, tag, context, bytes, start, arrive, operation);
      return;
    }
    int receive =
        matcher.wildcards()
            ? RecordPool.NONE
            : matcher.takeReceive(destination, rank, tag, context);
    if (receive != RecordPool.NONE) {
      deliveries.deliver(receive, destination, rank, tag, bytes, start, arrive, arrived);
      return;
    }
    int kept = createEager(rank, destination, tag, context, bytes, slot, start, arrive);
    messages.cause(kept, arrived);
    if (costs.setsOut(kept, arrived)) {
      keep(kept, arrived);
    }
  }

  private int createEager(
      int rank,
      int destination,
      int tag,
      int context,
      long bytes,
      int slot,
      long start,
      long arrive) {
    int flags = slot == RequestTable.BLOCKING ? MessagePool.CALLER_BLOCKS : 0;
    int nobody = RequestTable.NOBODY;
    int message = messages.create(rank, destination, tag, context, bytes, start, nobody, flags);
    messages.arrivePs(message, arrive);
    messages.operation(message, ranks.operation(rank));
    causes.sends(MessagePool.who(message), rank);
    if (followers != null) {
      followers.keeps(message / MessagePool.STRIDE, true);
    }
    return message;
  }

  private void sendRendezvous(
      int rank, int destination, int tag, int context, long bytes, int slot, long start) {
    boolean blocking = slot == RequestTable.BLOCKING;
    long caller = start;
    int sent = causes.clock(rank);
    if (!blocking) {
      caller = costs.goesOnPs(start);
      ranks.clockPs(rank, caller, costs.goesOn(start, caller, sent));
    }
    boolean isElsewhere = mailed != null && mailed.isElsewhere(destination);
    int receive =
        matcher.wildcards() || isElsewhere
            ? RecordPool.NONE
            : matcher.takeReceive(destination, rank, tag, context);
    if (receive == RecordPool.NONE) {
      keepRendezvous(rank, destination, tag, context, bytes, slot, start, caller, sent);
      return;
    }
    long posted = receives.postedPs(receive);
    long move = Math.max(start, posted);
    long done = costs.arrivesPs(move);
    int arrived = costs.moves(rank, move, done, causes.later(sent, receives.cause(receive)));
    if (followers != null) {
      followers.meets(receive / ReceivePool.STRIDE, view);
    }
    deliveries.deliver(receive, destination, rank, tag, bytes, start, done, arrived);
    if (followers != null) {
      followers.handArrivalOrClock(rank);
    }
    if (blocking) {
      ends(rank, slot, RequestTable.SEND, done, posted, arrived);
    } else if (slot >= 0) {
      int end = causes.happened(PathLeg.Kind.OVERHEAD, rank, destination, bytes, caller, arrived);
      requests.setComplete(rank, slot, RequestTable.SEND, Math.max(caller, done), posted, end);
    }
  }

  private void keepRendezvous(
      int rank,
      int destination,
      int tag,
      int context,
      long bytes,
      int slot,
      long start,
      long caller,
      int sent) {
    int blocks = slot == RequestTable.BLOCKING ? MessagePool.CALLER_BLOCKS : 0;
    int flags = MessagePool.RENDEZVOUS | blocks;
    int message = messages.create(rank, destination, tag, context, bytes, start, slot, flags);
    messages.arrivePs(message, MessagePool.NOT_MOVING);
    messages.callerPs(message, caller);
    messages.cause(message, sent);
    messages.operation(message, ranks.operation(rank));
    causes.sends(MessagePool.who(message), rank);
    if (followers != null) {
      followers.keeps(message / MessagePool.STRIDE, false);
    }
    pend(rank, slot, RequestTable.SEND, message);
    if (mailed != null && mailed.isElsewhere(destination)) {
      mailed.offer(message);
    } else if (costs.setsOut(message, sent)) {
      keep(message, sent);
    }
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    long posted = ranks.clockPs(rank);
    int posts = causes.clock(rank);
    if (followers != null) {
      followers.posts(rank, slot == RequestTable.BLOCKING);
    }
    if (slot != RequestTable.BLOCKING) {
      long until = costs.postedPs(posted);
      ranks.clockPs(rank, until, posted(rank, source, posted, until, posts));
    }
    int message = matcher.takeMessage(rank, source, tag, context);
    if (message == RecordPool.NONE) {
      int receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
      receives.cause(receive, posts);
      if (followers != null) {
        followers.waits(receive / ReceivePool.STRIDE);
      }
      pend(rank, slot, RequestTable.RECEIVE, receive);
      return;
    }
    long start = messages.sendPs(message);
    long done = meets(message, ranks.operation(rank), posted, posts);
    long end = Math.max(posted, done);
    if (followers != null) {
      boolean moving = messages.arrivePs(message) != MessagePool.NOT_MOVING;
      followers.meetsKept(message / MessagePool.STRIDE, view, moving);
    }
    deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, done);
    int arrived = messages.cause(message);
    ends(rank, slot, RequestTable.RECEIVE, end, start, causes.later(arrived, posts));
    releaseSender(message, done, posted, arrived);
    forget(message);
  }

  /** The moment at which a rank has posted a receive and goes on. */
  private int posted(int rank, int source, long startPs, long untilPs, int after) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // the view is not filled for nobody
    }
    int peer = source < 0 ? OpView.NONE : source;
    view.set(peer, rank, nodes[rank], nodes[rank], 0, false);
    return causes.happenedAtTarget(
        PathLeg.Kind.OVERHEAD, view, POST_RECEIVE, startPs, untilPs, after);
  }

  /** A kept message is matched, and complete at a time; a rendezvous moves from now on. */
  private long meets(int message, long receiving, long postedPs, int begun) {
    boolean moves = causes.areKept() && messages.isRendezvous(message);
    int met = moves ? causes.later(begun, messages.cause(message)) : CauseTree.NONE;
    return costs.meets(message, receiving, postedPs, met);
  }

  private void releaseSender(int message, long done, long posted, int arrived) {
    if (messages.arrivePs(message) == MessagePool.NOT_MOVING) {
      if (mailed != null && mailed.isElsewhere(messages.source(message))) {
        mailed.answer(message, done, posted);
        return;
      }
      int end =
          causes.happened(
              PathLeg.Kind.OVERHEAD,
              MessagePool.who(message),
              messages.source(message),
              messages.destination(message),
              messages.bytes(message),
              messages.callerPs(message),
              arrived);
      release(message, done, posted, end);
    }
  }

  private void forget(int message) {
    if (mailed != null) {
      mailed.received(message);
    }
    messages.release(message);
  }

  /** The sender of a rendezvous goes on. */
  private void release(int message, long done, long posted, int after) {
    long end = costs.sentPs(message, done);
    if (followers != null) {
      followers.handArrivalOrCaller(message / MessagePool.STRIDE);
    }
    requests.completes(messages.source(message), messages.slot(message), end, posted, after);
  }

  /** A letter has come from another part, of the kinds of {@link MailedMessages}. */
  public void letter(long[] words, int at) {
    MailedMessages known = Objects.requireNonNull(mailed);
    if (MailedMessages.isAnswer(words, at)) {
      int message = MailedMessages.offered(words, at);
      long done = MailedMessages.donePs(words, at);
      release(message, done, MailedMessages.postedPs(words, at), messages.cause(message));
      messages.release(message);
      return;
    }
    int message = known.message(words, at);
    eventList.isAt(messages.sendPs(message));
    messageComes(message);
  }

  @Override
  public long transmit(int message, boolean byCaller, int after) {
    messages.show(message, view, nodes);
    long start = eventList.nowPs();
    long arrive = costs.arrivesPs(start);
    long goesOn = view.callerBlocks() ? costs.blockedPs(start, arrive) : costs.goesOnPs(start);
    messages.arrivePs(message, arrive);
    int source = messages.source(message);
    int arrived = costs.moves(source, start, arrive, after);
    messages.cause(message, arrived);
    int destination = messages.destination(message);
    long bytes = messages.bytes(message);
    if (eventList.runsAhead()) {
      eventList.isAt(arrive);
      Objects.requireNonNull(oneSided).comes(message, arrived);
      eventList.isAt(start);
    } else {
      eventList.messageComes(message, arrive, arrived);
    }
    if (byCaller) {
      // The view may show another message by now.
      goesOn(causes.happened(PathLeg.Kind.OVERHEAD, source, destination, bytes, goesOn, after));
    }
    return goesOn;
  }

  @Override
  public long sourceDonePs(int message, long goesOnPs) {
    messages.show(message, view, nodes);
    long arrive = messages.arrivePs(message);
    return Math.max(costs.blockedPs(messages.sendPs(message), arrive), goesOnPs);
  }

  @Override
  public void comesAgain(int message, long timePs) {
    waits(message, timePs);
    eventList.messageComes(message, timePs, messages.cause(message));
  }

  @Override
  public long acknowledgedPs(int from, int to) {
    view.set(from, to, nodes[from], nodes[to], 0, false);
    return costs.acknowledgedPs(eventList.nowPs());
  }

  @Override
  public int acknowledged(long timePs, int after) {
    return costs.acknowledged(eventList.nowPs(), timePs, after);
  }

  @Override
  public void messageComes(int message) {
    if (oneSided != null && messages.isOneSided(message)) {
      oneSided.comes(message, messages.cause(message));
      return;
    }
    int receive = matcher.takeReceive(message);
    if (receive == RecordPool.NONE) {
      keep(message, messages.cause(message));
      return;
    }
    long posted = receives.postedPs(receive);
    long done = meets(message, receives.operation(receive), posted, receives.cause(receive));
    MessageCosts.checkSeen(done, eventList.nowPs());
    int arrived = messages.cause(message);
    deliveries.deliverKept(receive, message, done, arrived);
    releaseSender(message, done, posted, arrived);
    forget(message);
  }

  @Override
  public int sees(int message, int after) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // else the model would be asked for nobody
    }
    long sendPs = messages.sendPs(message);
    long visible = visiblePs(message);
    int sent = causes.at(messages.cause(message), sendPs);
    return costs.seen(MessagePool.who(message), sendPs, visible, sent);
  }

  @Override
  public long visiblePs(int message) {
    messages.show(message, view, nodes);
    if (followers != null) {
      followers.sees(message / MessagePool.STRIDE, view);
    }
    return costs.seenPs(messages.sendPs(message));
  }
}
