package org.foretell.engine;

import org.foretell.model.Message;
import org.foretell.model.SlotModel;
import org.foretell.trace.OpView;

/**
 * The protocol of messages under a {@link SlotModel}. A send or receive is executed when its CPU
 * has paid the startup.
 *
 * <p>Messages and receives are matched twice. When a send and a receive are <em>reached</em> they
 * belong together as MPI says; that decides whether a rendezvous may start. When a message
 * <em>arrives</em> it completes the first receive posted for it, whichever it belongs to, as in
 * Dimemas: of two messages alike the one that arrives first is received first.
 */
final class SlotTransport implements Transport {
  private static final int EAGER = 0;
  private static final int RENDEZVOUS = 1;

  private final SlotModel model;
  private final RankTable ranks;
  private final RequestTable requests;
  private final SlotEvents events;
  private final SlotNetwork network;
  private final Probes probes;
  private final Deliveries deliveries;
  private final SlotRequests notes;
  private final long[] opStartPs;
  private final boolean[] atHead;

  /** Arrived messages and receives for which nothing has arrived. */
  private final Matcher arrivals;

  /** Rendezvous messages that may not start yet. */
  final Matcher waiting;

  /** Sends and receives that have been reached without their partner. */
  private final Matcher reached;

  private final MessagePool messages;

  /**
   * @param opStartPs by rank when its op started, before the startup
   * @param atHead by rank whether it goes on before others of its node when its op ends
   */
  SlotTransport(
      SlotModel model,
      RankTable ranks,
      RequestTable requests,
      Matcher arrivals,
      SlotEvents events,
      SlotNetwork network,
      Probes probes,
      Deliveries deliveries,
      SlotRequests notes,
      long[] opStartPs,
      boolean[] atHead) {
    this.model = model;
    this.ranks = ranks;
    this.requests = requests;
    this.arrivals = arrivals;
    this.events = events;
    this.network = network;
    this.probes = probes;
    this.deliveries = deliveries;
    this.notes = notes;
    this.opStartPs = opStartPs;
    this.atHead = atHead;
    messages = arrivals.messages;
    waiting = new Matcher(ranks.size(), arrivals.wildcards(), messages);
    reached = new Matcher(ranks.size(), arrivals.wildcards());
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    long now = events.nowPs();
    boolean blocking = slot == RequestTable.BLOCKING;
    boolean eager = isEager(network.view(rank, destination, tag, bytes, traced(mode)), mode);
    boolean expected = sendReached(rank, destination, tag, context, eager ? EAGER : RENDEZVOUS);
    int sender = RequestTable.senderSlot(slot, eager);
    int message = messages.create(rank, destination, tag, context, bytes, opStartPs[rank], sender);
    messages.operation(message, ranks.operation(rank));
    if (slot >= 0) {
      notes.started(rank, slot, 0);
    }
    if (eager) {
      if (slot >= 0) {
        requests.setComplete(rank, slot, now, 0);
      }
      start(message);
      return;
    }
    messages.slot(message, blocking ? RequestTable.NOBODY_BLOCKED : slot);
    if (slot >= 0) {
      requests.setPending(rank, slot, RequestTable.SEND, message);
    }
    if (expected || receiverIsBlocked(destination, rank, tag, context)) {
      start(message);
      return;
    }
    if (blocking) {
      messages.slot(message, RequestTable.BLOCKING);
      ranks.expect(rank);
    }
    waiting.takeReceive(destination, rank, tag, context);
    waiting.keepMessage(message);
    probes.kept(messages, message, this);
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
  private boolean sendReached(int rank, int destination, int tag, int context, int protocol) {
    int receive = reached.takeReceive(destination, rank, tag, context);
    if (receive != RecordPool.NONE) {
      reached.receives.release(receive);
      return true;
    }
    reached.keepMessage(
        reached.messages.create(
            rank, destination, tag, context, protocol, 0, RequestTable.DETACHED));
    return false;
  }

  /** A receive is reached; whether it belongs to a rendezvous message that has been. */
  private boolean receiveReached(int rank, int source, int tag, int context) {
    int message = reached.takeMessage(rank, source, tag, context);
    if (message == RecordPool.NONE) {
      reached.keepReceive(RequestTable.DETACHED, 0, 0, 0);
      return false;
    }
    boolean rendezvous = reached.messages.bytes(message) == RENDEZVOUS;
    reached.messages.release(message);
    return rendezvous;
  }

  private boolean receiverIsBlocked(int rank, int source, int tag, int context) {
    int receive = arrivals.peekReceive(rank, source, tag, context);
    if (receive == RecordPool.NONE) {
      return false;
    }
    int slot = arrivals.receives.slot(receive);
    return slot == RequestTable.BLOCKING
        || (slot >= 0 && RequestTable.awaited(requests.word(rank, slot)));
  }

  private void start(int message) {
    network.send(
        SlotTransfers.MESSAGE,
        message,
        messages.source(message),
        messages.destination(message),
        messages.tag(message),
        messages.bytes(message));
  }

  /** The first rendezvous message that fits may start, if there is one. */
  private void startWaiting(int rank, int source, int tag, int context) {
    int message = waiting.takeMessage(rank, source, tag, context);
    if (message == RecordPool.NONE) {
      return;
    }
    int sender = messages.source(message);
    boolean blocked = messages.slot(message) == RequestTable.BLOCKING;
    if (blocked) {
      messages.slot(message, RequestTable.NOBODY_BLOCKED);
    }
    start(message);
    if (blocked) {
      atHead[sender] = true;
      ranks.partEnds(sender, events.nowPs(), opStartPs[rank]);
    }
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    boolean blocking = slot == RequestTable.BLOCKING;
    if (slot >= 0) {
      long startup = startupPs(rank, source, tag, capacityBytes);
      notes.posted(rank, slot, startup, source, tag, context);
    }
    boolean rendezvous = receiveReached(rank, source, tag, context);
    long posted = opStartPs[rank];
    int message = arrivals.takeMessage(rank, source, tag, context);
    if (message == RecordPool.NONE) {
      int receive = arrivals.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
      if (blocking) {
        ranks.expect(rank);
      } else if (slot >= 0) {
        requests.setPending(rank, slot, RequestTable.RECEIVE, receive);
      }
    }
    if (blocking ? message == RecordPool.NONE : rendezvous) {
      startWaiting(rank, source, tag, context);
    }
    if (message != RecordPool.NONE) {
      take(rank, capacityBytes, slot, message, posted);
    }
  }

  private void take(int rank, long capacityBytes, int slot, int message, long posted) {
    long sent = messages.sendPs(message);
    deliveries.deliverAtOnce(
        rank, capacityBytes, slot, message, posted, messages.arrivePs(message));
    if (slot == RequestTable.BLOCKING) {
      ranks.part(rank, events.nowPs(), sent);
    } else if (slot >= 0) {
      requests.setComplete(rank, slot, events.nowPs(), sent);
    }
    messages.release(message);
  }

  /** How long the CPU is busy for a receive before it looks for its message. */
  long startupPs(int rank, int source, int tag, long capacityBytes) {
    // Of a message that may come from anywhere only this is known: it does not come from here.
    return source == OpView.ANY
        ? network.startupFromElsewherePs(rank)
        : network.startupPs(source, rank, tag, Math.max(0, capacityBytes));
  }

  /** A rank begins to wait for the receive in a slot, for which nothing has arrived. */
  void awaits(int rank, int slot) {
    startWaiting(rank, notes.source(rank, slot), notes.tag(rank, slot), notes.context(rank, slot));
  }

  /** A message frees its slots: a sender that waits for it goes on. */
  void leaves(int message) {
    int slot = messages.slot(message);
    if (slot >= 0) {
      messages.slot(message, RequestTable.NOBODY);
      requests.completes(messages.source(message), slot, events.nowPs(), 0);
    }
  }

  /** A message arrives. */
  @Override
  public void messageComes(int message) {
    messages.arrivePs(message, events.nowPs());
    int receive =
        arrivals.takeReceive(
            messages.destination(message),
            messages.source(message),
            messages.tag(message),
            messages.context(message));
    if (receive == RecordPool.NONE) {
      arrivals.keepMessage(message);
      probes.kept(messages, message, this);
    } else {
      deliveries.deliverKept(receive, message, events.nowPs());
      messages.release(message);
    }
  }

  @Override
  public int peek(int rank, int source, int tag, int context) {
    int message = arrivals.peekMessage(rank, source, tag, context);
    return message == RecordPool.NONE ? waiting.peekMessage(rank, source, tag, context) : message;
  }

  @Override
  public long visiblePs(int message) {
    return events.nowPs();
  }
}
