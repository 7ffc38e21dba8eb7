package org.foretell.engine.message;

import java.util.Objects;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.model.ModelException;
import org.foretell.model.MutableMessage;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.foretell.time.Ps;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Moves messages under a {@link DirectModel}. */
public final class DirectTransport extends MatchingTransport {
  private static final MessageCost TRANSFER =
      (model, message, startPs) -> ((DirectModel) model).transferPs(message, startPs);
  private static final MessageCost BLOCKING_SEND =
      (model, message, startPs) -> {
        DirectModel direct = (DirectModel) model;
        return direct.blockingSendPs(message, direct.transferPs(message, startPs));
      };
  private static final MessageCost NON_BLOCKING_SEND =
      (model, message, startPs) -> ((DirectModel) model).nonBlockingSendPs(message);
  private static final MessageCost POST_RECEIVE =
      (model, message, startPs) -> ((DirectModel) model).postReceivePs();
  private static final MessageCost ENVELOPE =
      (model, message, startPs) -> ((DirectModel) model).envelopePs(message);
  private static final MessageCost ACKNOWLEDGE =
      (model, message, startPs) -> ((DirectModel) model).acknowledgePs(message);

  private final DirectModel model;
  private final EventList eventList;
  private final long postReceivePs;
  private final @Nullable SimObserver observer;
  private final MutableMessage view = new MutableMessage();

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
    this.observer = observer;
    postReceivePs = ModelAnswer.atLeastZero(model.postReceivePs(), "postReceivePs");
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
    long transfer = transferPs(message, start);
    long arrive = Ps.plus(start, transfer);
    tell(start, arrive);
    if (causes != null) {
      causes.at(rank);
      moves(causes, start, arrive);
      causes.carry();
      causes.at(rank);
    }
    if (slot == RequestTable.BLOCKING) {
      long hold =
          ModelAnswer.atLeastZero(model.blockingSendPs(message, transfer), "blockingSendPs");
      costs(BLOCKING_SEND, start);
      overhead(rank, destination, bytes, Ps.plus(start, hold));
      ranks.part(rank, Ps.plus(start, hold), 0);
    } else {
      long caller = afterNonBlockingSend(start);
      costs(NON_BLOCKING_SEND, start);
      overhead(rank, destination, bytes, caller);
      ranks.clockPs(rank, caller);
      if (slot >= 0) {
        requests.setComplete(rank, slot, RequestTable.SEND, caller, 0);
      }
    }
    if (causes != null) {
      causes.takeCarried();
    }
    if (mailed != null && mailed.isElsewhere(destination)) {
      long operation = ranks.operation(rank);
      mailed.sendEager(rank, destination, tag, context, bytes, start, arrive, operation);
      return;
    }
    if (matcher.wildcards()) {
      int kept = createEager(rank, destination, tag, context, bytes, slot, start, arrive);
      eventList.messageComes(kept, Ps.plus(start, envelopePs(message)));
      return;
    }
    int receive = matcher.takeReceive(destination, rank, tag, context);
    if (receive != RecordPool.NONE) {
      deliveries.deliver(receive, destination, rank, tag, bytes, start, arrive);
    } else {
      int kept = createEager(rank, destination, tag, context, bytes, slot, start, arrive);
      keep(kept);
    }
  }

  /** The message in the view moves. */
  private void tell(long startPs, long arrivePs) {
    if (observer != null && view.bytes() > 0) {
      observer.moved(view.source(), view.destination(), view.bytes(), startPs, arrivePs);
    }
  }

  /** Latency and bytes of the message in the view until it arrives. */
  private void moves(Causes known, long start, long arrive) {
    known.costs(TRANSFER, view, start);
    long bytes = view.bytes();
    view.bytes(0);
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view, start), "latencyPs");
    view.bytes(bytes);
    known.leg(PathLeg.Kind.LATENCY, view, Math.min(arrive, Ps.plus(start, latency)));
    known.leg(PathLeg.Kind.BANDWIDTH, view, arrive);
  }

  /** A rank is busy until then with a message from or to a peer. */
  private void overhead(int rank, int peer, long bytes, long untilPs) {
    if (causes != null) {
      causes.leg(PathLeg.Kind.OVERHEAD, rank, peer, bytes, untilPs);
    }
  }

  /** The next leg takes what models say of the message in the view. */
  private void costs(MessageCost what, long startPs) {
    if (causes != null) {
      causes.costs(what, view, startPs);
    }
  }

  private long afterNonBlockingSend(long start) {
    return Ps.plus(
        start, ModelAnswer.atLeastZero(model.nonBlockingSendPs(view), "nonBlockingSendPs"));
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
    if (causes != null) {
      messages.cause(message, causes.now());
    }
    if (followers != null) {
      followers.keeps(message / MessagePool.STRIDE, true);
    }
    return message;
  }

  private void sendRendezvous(
      int rank, int destination, int tag, int context, long bytes, int slot, long start) {
    boolean blocking = slot == RequestTable.BLOCKING;
    long caller = start;
    if (causes != null) {
      causes.at(rank);
      causes.carry();
    }
    if (!blocking) {
      caller = afterNonBlockingSend(start);
      costs(NON_BLOCKING_SEND, start);
      overhead(rank, destination, bytes, caller);
      ranks.clockPs(rank, caller);
    }
    if (causes != null) {
      causes.takeCarried();
    }
    boolean isElsewhere = mailed != null && mailed.isElsewhere(destination);
    int receive =
        matcher.wildcards() || isElsewhere
            ? RecordPool.NONE
            : matcher.takeReceive(destination, rank, tag, context);
    if (receive == RecordPool.NONE) {
      keepRendezvous(rank, destination, tag, context, bytes, slot, start, caller);
      return;
    }
    long posted = receives.postedPs(receive);
    long move = Math.max(start, posted);
    long done = Ps.plus(move, transferPs(view, move));
    tell(move, done);
    if (followers != null) {
      followers.meets(receive / ReceivePool.STRIDE, view);
    }
    if (causes != null) {
      causes.later(receives.cause(receive));
      moves(causes, move, done);
      causes.carry();
    }
    deliveries.deliver(receive, destination, rank, tag, bytes, start, done);
    if (causes != null) {
      causes.takeCarried();
    }
    if (followers != null) {
      followers.handArrivalOrClock(rank);
    }
    if (blocking) {
      ends(rank, slot, RequestTable.SEND, done, posted);
    } else if (slot >= 0) {
      overhead(rank, destination, bytes, caller);
      requests.setComplete(rank, slot, RequestTable.SEND, Math.max(caller, done), posted);
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
      long caller) {
    int blocks = slot == RequestTable.BLOCKING ? MessagePool.CALLER_BLOCKS : 0;
    int flags = MessagePool.RENDEZVOUS | blocks;
    int message = messages.create(rank, destination, tag, context, bytes, start, slot, flags);
    messages.arrivePs(message, MessagePool.NOT_MOVING);
    messages.callerPs(message, caller);
    if (causes != null) {
      messages.cause(message, causes.now());
    }
    messages.operation(message, ranks.operation(rank));
    if (followers != null) {
      followers.keeps(message / MessagePool.STRIDE, false);
    }
    pend(rank, slot, RequestTable.SEND, message);
    if (mailed != null && mailed.isElsewhere(destination)) {
      mailed.offer(message);
    } else if (matcher.wildcards()) {
      eventList.messageComes(message, Ps.plus(start, envelopePs(view)));
    } else {
      keep(message);
    }
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    long posted = ranks.clockPs(rank);
    if (causes != null) {
      causes.at(rank);
      causes.carry();
    }
    if (followers != null) {
      followers.posts(rank, slot == RequestTable.BLOCKING);
    }
    if (slot != RequestTable.BLOCKING) {
      costs(POST_RECEIVE, posted);
      overhead(rank, source < 0 ? OpView.NONE : source, 0, Ps.plus(posted, postReceivePs));
      ranks.clockPs(rank, Ps.plus(posted, postReceivePs));
    }
    if (causes != null) {
      causes.takeCarried();
    }
    int message = matcher.takeMessage(rank, source, tag, context);
    if (message == RecordPool.NONE) {
      int receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
      if (causes != null) {
        receives.cause(receive, causes.now());
      }
      if (followers != null) {
        followers.waits(receive / ReceivePool.STRIDE);
      }
      pend(rank, slot, RequestTable.RECEIVE, receive);
      return;
    }
    long start = messages.sendPs(message);
    long done = completePs(message, posted);
    long end = Math.max(posted, done);
    if (followers != null) {
      boolean moving = messages.arrivePs(message) != MessagePool.NOT_MOVING;
      followers.meetsKept(message / MessagePool.STRIDE, view, moving);
    }
    deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, done);
    if (causes != null) {
      int receiver = causes.keep(causes.now());
      arrives(causes, message, done);
      causes.carry();
      causes.later(causes.kept(receiver));
      causes.release(receiver);
    }
    ends(rank, slot, RequestTable.RECEIVE, end, start);
    if (causes != null) {
      causes.takeCarried();
    }
    releaseSender(message, done, posted);
    forget(message);
  }

  /**
   * What the arrival of a kept message follows from is at hand: the way of one that moves, or the
   * later of send and receive, which is at hand before.
   */
  private void arrives(Causes known, int message, long done) {
    if (messages.arrivePs(message) != MessagePool.NOT_MOVING) {
      known.now(messages.cause(message));
      return;
    }
    known.later(messages.cause(message));
    messages.show(message, view, nodes);
    view.rendezvous(true);
    moves(known, known.nowPs(), done);
  }

  /** When a kept message is complete, given when its receive was posted; moves a rendezvous. */
  private long completePs(int message, long posted) {
    long arrive = messages.arrivePs(message);
    if (arrive != MessagePool.NOT_MOVING) {
      return arrive;
    }
    messages.show(message, view, nodes);
    view.rendezvous(true);
    long move = Math.max(messages.sendPs(message), posted);
    long done = Ps.plus(move, transferPs(view, move));
    tell(move, done);
    return done;
  }

  private void releaseSender(int message, long done, long posted) {
    if (messages.arrivePs(message) == MessagePool.NOT_MOVING) {
      if (mailed != null && mailed.isElsewhere(messages.source(message))) {
        mailed.answer(message, done, posted);
        return;
      }
      overhead(
          messages.source(message),
          messages.destination(message),
          messages.bytes(message),
          messages.callerPs(message));
      release(message, done, posted);
    }
  }

  private void forget(int message) {
    if (mailed != null) {
      mailed.received(message);
    }
    messages.release(message);
  }

  /** The sender of a rendezvous goes on. */
  private void release(int message, long done, long posted) {
    long end = Math.max(messages.callerPs(message), done);
    if (followers != null) {
      followers.handArrivalOrCaller(message / MessagePool.STRIDE);
    }
    requests.completes(messages.source(message), messages.slot(message), end, posted);
  }

  /** A letter has come from another part, of the kinds of {@link MailedMessages}. */
  public void letter(long[] words, int at) {
    MailedMessages known = Objects.requireNonNull(mailed);
    if (MailedMessages.isAnswer(words, at)) {
      int message = MailedMessages.offered(words, at);
      release(message, MailedMessages.donePs(words, at), MailedMessages.postedPs(words, at));
      messages.release(message);
      return;
    }
    int message = known.message(words, at);
    eventList.isAt(messages.sendPs(message));
    messageComes(message);
  }

  @Override
  public long transmit(int message, boolean byCaller) {
    messages.show(message, view, nodes);
    long start = eventList.nowPs();
    long transfer = transferPs(view, start);
    long arrive = Ps.plus(start, transfer);
    long goesOn =
        view.callerBlocks()
            ? Ps.plus(
                start,
                ModelAnswer.atLeastZero(model.blockingSendPs(view, transfer), "blockingSendPs"))
            : afterNonBlockingSend(start);
    messages.arrivePs(message, arrive);
    tell(start, arrive);
    int departure = causes == null ? 0 : causes.keep(causes.now());
    if (causes != null) {
      moves(causes, start, arrive);
      messages.cause(message, causes.now());
    }
    int source = messages.source(message);
    int destination = messages.destination(message);
    long bytes = messages.bytes(message);
    if (eventList.runsAhead()) {
      eventList.isAt(arrive);
      Objects.requireNonNull(oneSided).comes(message);
      eventList.isAt(start);
    } else {
      eventList.messageComes(message, arrive);
    }
    if (causes != null) {
      causes.restore(departure);
    }
    if (byCaller) {
      // The view may show another message by now.
      overhead(source, destination, bytes, goesOn);
    }
    return goesOn;
  }

  @Override
  public long sourceDonePs(int message, long goesOnPs) {
    messages.show(message, view, nodes);
    long start = messages.sendPs(message);
    long hold = model.blockingSendPs(view, messages.arrivePs(message) - start);
    long done = Ps.plus(start, ModelAnswer.atLeastZero(hold, "blockingSendPs"));
    return Math.max(done, goesOnPs);
  }

  @Override
  public void comesAgain(int message, long timePs) {
    waits(message, timePs);
    eventList.messageComes(message, timePs);
  }

  @Override
  public long acknowledgedPs(int from, int to) {
    view.set(from, to, nodes[from], nodes[to], 0, false);
    costs(ACKNOWLEDGE, eventList.nowPs());
    return Ps.plus(
        eventList.nowPs(), ModelAnswer.atLeastZero(model.acknowledgePs(view), "acknowledgePs"));
  }

  @Override
  public void messageComes(int message) {
    if (oneSided != null && messages.isOneSided(message)) {
      oneSided.comes(message);
      return;
    }
    int source = messages.source(message);
    int destination = messages.destination(message);
    int tag = messages.tag(message);
    int receive = matcher.takeReceive(destination, source, tag, messages.context(message));
    if (receive == RecordPool.NONE) {
      keep(message);
      return;
    }
    long posted = receives.postedPs(receive);
    long done = completePs(message, posted);
    if (done < eventList.nowPs()) {
      throw new ModelException(
          "the model lets a message arrive before its envelope: transferPs must be at least"
              + " envelopePs, but the message is complete at "
              + done
              + " ps and can be seen from "
              + eventList.nowPs()
              + " ps only");
    }
    if (causes != null) {
      causes.now(receives.cause(receive));
      arrives(causes, message, done);
      causes.carry();
    }
    deliveries.deliverKept(receive, message, done);
    if (causes != null) {
      causes.takeCarried();
    }
    releaseSender(message, done, posted);
    forget(message);
  }

  @Override
  public void sees(int message) {
    if (causes != null) {
      causes.now(causes.at(messages.cause(message), messages.sendPs(message)));
      long visible = visiblePs(message);
      costs(ENVELOPE, messages.sendPs(message));
      causes.leg(PathLeg.Kind.LATENCY, view, visible);
    }
  }

  @Override
  public long visiblePs(int message) {
    messages.show(message, view, nodes);
    view.rendezvous(messages.arrivePs(message) == MessagePool.NOT_MOVING);
    if (followers != null) {
      followers.sees(message / MessagePool.STRIDE, view);
    }
    return Ps.plus(messages.sendPs(message), envelopePs(view));
  }

  private long envelopePs(Message message) {
    return ModelAnswer.atLeastZero(model.envelopePs(message), "envelopePs");
  }

  private long transferPs(Message message, long start) {
    return ModelAnswer.atLeastZero(model.transferPs(message, start), "transferPs");
  }
}
