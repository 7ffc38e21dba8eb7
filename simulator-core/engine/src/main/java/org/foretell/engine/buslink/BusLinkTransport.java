package org.foretell.engine.buslink;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MatchingTransport;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.MessageState;
import org.foretell.engine.ops.AwaitedRequests;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.BusLinkModel;
import org.foretell.model.Message;
import org.foretell.observe.PathLeg;
import org.foretell.time.Ps;
import org.foretell.trace.OpView;

/**
 * The protocol of messages under a {@link BusLinkModel}. A send or receive is executed when its CPU
 * has paid the startup.
 *
 * <p>Messages and receives are matched twice. When a send and a receive are <em>reached</em> they
 * belong together as MPI says; that decides whether a rendezvous may start. When a message
 * <em>arrives</em> it completes the first receive posted for it, whichever it belongs to, as in
 * Dimemas: of two messages alike the one that arrives first is received first.
 *
 * <p>A trace with wildcards or probes is matched once, when sends and receives are reached; each
 * message then completes its own receive.
 */
public final class BusLinkTransport extends MatchingTransport implements AwaitedRequests {
  /** {@code arrivePs} of a message that moves. */
  private static final long UNDER_WAY = -2;

  private final BusLinkModel model;
  private final BusLinkEvents events;
  private final BusLinkNetwork network;
  private final RequestNotes notes;
  private final StepRequests steps;
  private final long[] opStartPs;
  private final boolean[] atHead;
  private final long[] afterPs;

  /** Rendezvous messages that may not start yet. */
  public final Matcher waiting;

  /**
   * Sends and receives that have been reached without their partner. A send here is an entry whose
   * counterpart is the message, {@link RecordPool#NONE} if that has been received in place of an
   * earlier one.
   */
  private final Matcher reached;

  /** Whether all is matched once; then it stands in {@link #matcher}. */
  private final boolean once;

  public BusLinkTransport(BusLinkState bus, MessageState state) {
    super(state);
    model = bus.model;
    events = bus.events;
    network = bus.network;
    notes = bus.notes;
    steps = bus.begun;
    opStartPs = bus.opStartPs;
    atHead = bus.atHead;
    afterPs = bus.afterPs;
    once = matcher.wildcards();
    waiting = new Matcher(ranks.size(), false, messages);
    reached = new Matcher(ranks.size(), false);
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    send(rank, destination, tag, context, bytes, mode, slot, causes.clock(rank));
  }

  /** As the other one, at a moment that need not be that of the rank's clock. */
  void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot, int after) {
    long now = events.nowPs();
    boolean blocking = isBlocking(slot);
    boolean eager = isEager(network.view(rank, destination, tag, bytes, traced(mode)), mode);
    int sender = eager ? RequestTable.NOBODY : slot;
    int flags = eager ? 0 : MessagePool.RENDEZVOUS;
    int message =
        messages.create(rank, destination, tag, context, bytes, opStartPs[rank], sender, flags);
    messages.operation(message, ranks.operation(rank));
    causes.sends(MessagePool.who(message), rank);
    boolean expected = once ? bind(message, eager, after) : sendReached(message, eager);
    if (slot >= 0) {
      notes.started(rank, slot, 0);
    }
    if (eager) {
      if (slot >= 0) {
        requests.setComplete(rank, slot, RequestTable.SEND, now, 0, after);
      }
      start(message, after);
      return;
    }
    messages.slot(message, blocking ? RequestTable.NOBODY : slot);
    if (!blocking) {
      pendAny(rank, slot, RequestTable.SEND, message);
    }
    if (expected || (!once && receiverIsBlocked(destination, rank, tag, context))) {
      start(message, after);
      return;
    }
    if (blocking) {
      messages.slot(message, slot);
      pendAny(rank, slot, RequestTable.SEND, message);
    }
    if (!once) {
      waiting.takeReceive(destination, rank, tag, context);
      waiting.keepMessage(message);
      isKept(message, after);
    }
  }

  /** Whether the caller of a send or receive with a slot is blocked in it until it is done. */
  private boolean isBlocking(int slot) {
    return slot == RequestTable.BLOCKING || steps.isBlocking(slot);
  }

  /** As {@link #pend}, also of what has no slot. */
  private void pendAny(int rank, int slot, int kind, int entry) {
    if (slot <= RequestTable.STEP) {
      steps.pend(slot);
    } else {
      pend(rank, slot, kind, entry);
    }
  }

  /** Matches a message that is sent; whether its receive has been posted. */
  private boolean bind(int message, boolean eager, int after) {
    int receive = matcher.takeReceive(message);
    messages.counterpart(message, receive);
    if (receive != RecordPool.NONE) {
      return true;
    }
    messages.arrivePs(message, eager ? UNDER_WAY : MessagePool.NOT_MOVING);
    keep(message, after);
    return false;
  }

  private static Message.Traced traced(Mode mode) {
    return switch (mode) {
      case TRACED_EAGER -> Message.Traced.EAGER;
      case TRACED_RENDEZVOUS -> Message.Traced.RENDEZVOUS;
      default -> Message.Traced.UNKNOWN;
    };
  }

  private boolean isEager(Message message, Mode mode) {
    return mode == Mode.BUFFERED || (mode != Mode.SYNCHRONOUS && model.eager(message));
  }

  /** A send is reached; whether its receive has been. */
  private boolean sendReached(int message, boolean eager) {
    int source = messages.source(message);
    int destination = messages.destination(message);
    int tag = messages.tag(message);
    int context = messages.context(message);
    int receive = reached.takeReceive(destination, source, tag, context);
    if (receive != RecordPool.NONE) {
      reached.receives.release(receive);
      messages.counterpart(message, RecordPool.NONE);
      return true;
    }
    int send =
        reached.messages.create(
            source,
            destination,
            tag,
            context,
            0,
            0,
            RequestTable.DETACHED,
            eager ? 0 : MessagePool.RENDEZVOUS);
    reached.messages.counterpart(send, message);
    reached.keepMessage(send);
    messages.counterpart(message, send);
    return false;
  }

  /**
   * A receive is reached; whether it belongs to a rendezvous message that has been, or to one that
   * was received in place of an earlier one, which may be waiting for this receive.
   *
   * @param arrived the message that it takes at once, {@link RecordPool#NONE} when there is none
   */
  private boolean receiveReached(int rank, int source, int tag, int context, int arrived) {
    if (arrived != RecordPool.NONE && messages.counterpart(arrived) != RecordPool.NONE) {
      reached.messages.overtakes(messages.counterpart(arrived));
      dropOvertaking(rank, source, tag, context);
      return false;
    }
    while (true) {
      int send = reached.takeMessage(rank, source, tag, context);
      if (send == RecordPool.NONE) {
        reached.keepReceive(RequestTable.DETACHED, 0, 0, 0);
        return false;
      }
      boolean overtook = reached.messages.overtook(send);
      boolean rendezvous = reached.messages.isRendezvous(send);
      int message = reached.messages.counterpart(send);
      if (!overtook && message != RecordPool.NONE) {
        messages.counterpart(message, RecordPool.NONE);
      }
      reached.messages.release(send);
      if (!overtook) {
        return rendezvous || message == RecordPool.NONE;
      }
    }
  }

  /** Drops what the next receive would: it may never come, as to the steps of a collective. */
  private void dropOvertaking(int rank, int source, int tag, int context) {
    int send = reached.peekMessage(rank, source, tag, context);
    while (send != RecordPool.NONE && reached.messages.overtook(send)) {
      reached.messages.release(reached.takeMessage(rank, source, tag, context));
      send = reached.peekMessage(rank, source, tag, context);
    }
  }

  private boolean receiverIsBlocked(int rank, int source, int tag, int context) {
    int receive = matcher.peekReceive(rank, source, tag, context);
    if (receive == RecordPool.NONE) {
      return false;
    }
    int slot = receives.slot(receive);
    return slot == RequestTable.BLOCKING
        || steps.isAwaited(slot)
        || (slot >= 0 && RequestTable.awaited(requests.word(rank, slot)));
  }

  private void start(int message, int after) {
    network.send(
        TransferPool.MESSAGE,
        message,
        messages.source(message),
        messages.destination(message),
        messages.tag(message),
        messages.bytes(message),
        after);
  }

  /** The first rendezvous message that fits may start, if there is one. */
  private void startWaiting(int rank, int source, int tag, int context, int after) {
    int message = waiting.takeMessage(rank, source, tag, context);
    if (message != RecordPool.NONE) {
      messages.next(message, RecordPool.NONE);
      startKept(message, opStartPs[rank], after);
    }
  }

  /** A rendezvous message that has waited starts; so its sender, if it is blocked, goes on. */
  private void startKept(int message, long postedPs, int after) {
    int sender = messages.source(message);
    int slot = messages.slot(message);
    boolean blocked = isBlocking(slot);
    if (blocked) {
      messages.slot(message, RequestTable.NOBODY);
    }
    start(message, after);
    if (blocked) {
      if (slot == RequestTable.BLOCKING) {
        atHead[sender] = true;
      } else {
        steps.releaseSender(slot);
      }
      requests.completes(sender, slot, events.nowPs(), postedPs, after);
    }
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    receive(rank, source, tag, context, capacityBytes, slot, causes.clock(rank));
  }

  /** As the other one, at a moment that need not be that of the rank's clock. */
  void receive(
      int rank, int source, int tag, int context, long capacityBytes, int slot, int after) {
    if (slot >= 0) {
      long startup = startupPs(rank, source, tag, capacityBytes);
      notes.posted(rank, slot, startup, source, tag, context);
    }
    if (once) {
      receiveOnce(rank, source, tag, context, capacityBytes, slot, after);
      return;
    }
    int arrived = matcher.peekMessage(rank, source, tag, context);
    boolean rendezvous = receiveReached(rank, source, tag, context, arrived);
    if (matcher.takeMessage(rank, source, tag, context) == RecordPool.NONE) {
      long posted = opStartPs[rank];
      int receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
      pendAny(rank, slot, RequestTable.RECEIVE, receive);
      rendezvous |= isBlocking(slot);
    }
    if (rendezvous && (arrived == RecordPool.NONE || !isBlocking(slot))) {
      startWaiting(rank, source, tag, context, after);
    }
    if (arrived != RecordPool.NONE) {
      take(rank, capacityBytes, slot, arrived, causes.clock(rank));
    }
  }

  private void receiveOnce(
      int rank, int source, int tag, int context, long capacityBytes, int slot, int after) {
    long posted = opStartPs[rank];
    int message = matcher.takeMessage(rank, source, tag, context);
    if (message == RecordPool.NONE) {
      int receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
      pendAny(rank, slot, RequestTable.RECEIVE, receive);
      return;
    }
    long arrive = messages.arrivePs(message);
    if (arrive >= 0) {
      take(rank, capacityBytes, slot, message, after);
      return;
    }
    int receive = receives.create(slot, posted, capacityBytes, ranks.operation(rank));
    pendAny(rank, slot, RequestTable.RECEIVE, receive);
    messages.counterpart(message, receive);
    if (arrive == MessagePool.NOT_MOVING) {
      startKept(message, posted, after);
    }
  }

  private void take(int rank, long capacityBytes, int slot, int message, int after) {
    long posted = opStartPs[rank];
    long sent = messages.sendPs(message);
    deliveries.deliverAtOnce(
        rank, capacityBytes, slot, message, posted, messages.arrivePs(message));
    if (slot == RequestTable.BLOCKING) {
      ranks.part(rank, events.nowPs(), sent, after);
    } else if (slot >= 0) {
      requests.setComplete(rank, slot, RequestTable.RECEIVE, events.nowPs(), sent, after);
    } else {
      requests.completes(rank, slot, events.nowPs(), sent, after);
    }
    messages.release(message);
  }

  /** How long the CPU is busy for a receive before it looks for its message. */
  public long startupPs(int rank, int source, int tag, long capacityBytes) {
    // Of a message that may come from anywhere only this is known: it does not come from here.
    return source == OpView.ANY
        ? network.startupFromElsewherePs(rank)
        : network.startupPs(source, rank, tag, Math.max(0, capacityBytes));
  }

  @Override
  public void awaits(int rank, int slot) {
    long word = requests.word(rank, slot);
    boolean receives =
        RequestTable.pending(word) && RequestTable.kind(word) == RequestTable.RECEIVE;
    if (receives) {
      awaitReceive(
          rank,
          notes.source(rank, slot),
          notes.tag(rank, slot),
          notes.context(rank, slot),
          causes.clock(rank));
    }
  }

  @Override
  public void requestForNobody(int rank, int slot) {
    notes.started(rank, slot, 0);
  }

  @Override
  public void chosen(int rank, int slot) {
    afterPs[rank] += notes.startupPs(rank, slot);
  }

  /** A rank, or the background of one, begins to wait for a receive that was started. */
  public void awaitReceive(int rank, int source, int tag, int context, int after) {
    if (!once) {
      startWaiting(rank, source, tag, context, after);
    }
  }

  /** A message frees its links and buses: a sender that waits for it goes on. */
  public void leaves(int message, int left) {
    int slot = messages.slot(message);
    if (slot >= 0 || slot <= RequestTable.STEP) {
      messages.slot(message, RequestTable.NOBODY);
      requests.completes(messages.source(message), slot, events.nowPs(), 0, left);
    }
  }

  @Override
  public long transmit(int message, boolean byCaller, int after) {
    goesOn(after);
    if (!byCaller) {
      long startup =
          network.startupPs(
              messages.source(message),
              messages.destination(message),
              messages.tag(message),
              messages.bytes(message));
      if (startup > 0) {
        int index = message / MessagePool.STRIDE;
        long starts = Ps.plus(events.nowPs(), startup);
        messages.cause(
            message,
            causes.happened(
                PathLeg.Kind.LATENCY,
                messages.source(message),
                messages.destination(message),
                messages.bytes(message),
                starts,
                after));
        events.add(BusLinkEvents.ANSWER_STARTS, index, starts);
        return events.nowPs();
      }
    }
    start(message, after);
    return events.nowPs();
  }

  /** The startup of an answer is over; tells who sends it. */
  public int answerStarts(int index) {
    int message = index * MessagePool.STRIDE;
    start(message, messages.cause(message));
    return messages.source(message);
  }

  @Override
  public void comesAgain(int message, long timePs) {
    waits(message, timePs);
    events.add(BusLinkEvents.MESSAGE_COMES_AGAIN, message / MessagePool.STRIDE, timePs);
  }

  /** A message that came earlier comes again; tells to whom. */
  public int comesAgain(int index) {
    int message = index * MessagePool.STRIDE;
    int target = messages.destination(message);
    messageComes(message);
    return target;
  }

  @Override
  public long acknowledgedPs(int from, int to) {
    return events.nowPs();
  }

  @Override
  public boolean acknowledgesByMessage() {
    return true;
  }

  /** A message arrives at a moment. */
  public void arrives(int message, int arrived) {
    messages.cause(message, arrived);
    messageComes(message);
  }

  @Override
  public void messageComes(int message) {
    int arrived = messages.cause(message);
    if (oneSided != null && messages.isOneSided(message)) {
      oneSided.comes(message, arrived);
      return;
    }
    messages.arrivePs(message, events.nowPs());
    int receive = once ? messages.counterpart(message) : matcher.takeReceive(message);
    if (receive != RecordPool.NONE) {
      deliveries.deliverKept(receive, message, events.nowPs(), arrived);
      if (!once && messages.counterpart(message) != RecordPool.NONE) {
        reached.messages.counterpart(messages.counterpart(message), RecordPool.NONE);
      }
      messages.release(message);
    } else if (!once) {
      keep(message, arrived);
    }
  }

  @Override
  public int peek(int rank, int source, int tag, int context) {
    int message = matcher.peekMessage(rank, source, tag, context);
    return message == RecordPool.NONE && !once
        ? waiting.peekMessage(rank, source, tag, context)
        : message;
  }

  /** A message is seen when it comes, or by who looks for it: in either case now. */
  @Override
  public int sees(int message, int after) {
    return causes.later(after, messages.cause(message));
  }

  @Override
  public long visiblePs(int message) {
    return events.nowPs();
  }
}
