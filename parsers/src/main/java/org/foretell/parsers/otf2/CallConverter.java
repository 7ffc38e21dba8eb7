package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.Consumer;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Turns the events within one call of a rank into ops, whose call site is not set yet. */
final class CallConverter {
  private static final int OPEN_MPI_NOBODY = -2;

  private final OpView op;
  private final Ranks ranks;
  private final Dropped dropped;
  private final CollectiveSizes sizes;
  private final Requests requests = new Requests();
  private final OneSidedCalls oneSided;
  private final Consumer<OpView> target;
  private final LongArrayList completed = new LongArrayList();

  /** The number of this rank in communicators, by their ids. */
  private final Int2IntOpenHashMap ownRanks = new Int2IntOpenHashMap();

  private final UnknownSources unknownSources;

  private int rank;
  private Lookahead lookahead;

  @SuppressWarnings("NullAway.Init") // begin() sets what belongs to a rank, before any other call
  CallConverter(
      OpView op,
      Ranks ranks,
      Archive archive,
      UnknownSources unknownSources,
      Dropped dropped,
      Consumer<OpView> target) {
    this.op = op;
    this.ranks = ranks;
    this.dropped = dropped;
    this.target = target;
    sizes = new CollectiveSizes(op, archive.hasArgumentsAsSizes(), archive.isOurs());
    this.unknownSources = unknownSources;
    oneSided = new OneSidedCalls(op, ranks, dropped, target);
  }

  void begin(int newRank, Lookahead ahead) {
    rank = newRank;
    lookahead = ahead;
    requests.clear();
    ownRanks.clear();
    oneSided.clear();
  }

  void end() {
    dropped.add(Dropped.Kind.OPEN_REQUESTS, requests.size());
  }

  /**
   * Passes on the ops of a call.
   *
   * @param region the call; null for events outside of any
   * @return whether there are any, or the call is one that need not have any
   */
  boolean convert(EventReader event, @Nullable Region region, CallRecords records) {
    OpCode code = region == null ? null : region.op;
    if (code == OpCode.INIT || code == OpCode.FINALIZE) {
      target.accept(op.reset(code));
    }
    completed.clear();
    boolean hasOps = code == OpCode.INIT || code == OpCode.FINALIZE;
    hasOps |= exchange(event, code, records);
    for (int i = 0; i < records.size(); i++) {
      hasOps |= record(event, code, records, i);
    }
    hasOps |= oneSided.convert(event, region, records);
    if (code != null && code.family() == OpCode.Family.COMPLETION && completed.isEmpty()) {
      return unrecorded(code, records) || hasOps;
    }
    if (!completed.isEmpty()) {
      complete(code);
      return true;
    }
    return hasOps;
  }

  private static boolean isExchange(@Nullable OpCode code) {
    return code == OpCode.SENDRECV || code == OpCode.SENDRECV_REPLACE;
  }

  private boolean exchange(EventReader event, @Nullable OpCode code, CallRecords records) {
    if (code == null || !isExchange(code)) {
      return false;
    }
    int send = records.first(EventReader.SEND);
    int receive = records.first(EventReader.RECV);
    if (send < 0 && receive < 0) {
      return false;
    }
    int either = send >= 0 ? send : receive;
    op.reset(code).set(OpField.PEER, OpView.PROC_NULL).set(OpField.RECEIVE_PEER, OpView.PROC_NULL);
    Members members = ranks.communicator(event, records.object(either));
    op.set(OpField.COMMUNICATOR, members.id());
    if (send >= 0) {
      op.set(OpField.PEER, peer(event, members, records.peer(send)))
          .set(OpField.TAG, tag(event, records.tag(send)))
          .set(OpField.BYTES, bytes(event, records.bytes(send)));
    }
    if (receive >= 0) {
      op.set(OpField.RECEIVE_PEER, peer(event, members, records.peer(receive)))
          .set(OpField.RECEIVE_TAG, tag(event, records.tag(receive)))
          .set(OpField.RECEIVE_BYTES, received(event, records.bytes(receive)));
    }
    target.accept(op);
    return true;
  }

  private boolean record(EventReader event, @Nullable OpCode code, CallRecords records, int i) {
    switch (records.type(i)) {
      case EventReader.SEND -> {
        if (!isExchange(code)) {
          message(event, sendCode(code), records, i);
          target.accept(op);
        }
      }
      case EventReader.RECV -> {
        if (!isExchange(code)) {
          message(event, OpCode.RECV, records, i);
          target.accept(op);
        }
      }
      case EventReader.ISEND -> {
        int slot = open(event, records.request(i), false);
        message(event, nonBlockingSendCode(code), records, i);
        target.accept(op.set(OpField.REQUEST, slot));
      }
      case EventReader.IRECV_REQUEST -> receive(event, records.request(i));
      case EventReader.COLLECTIVE_REQUEST -> collective(event, records.request(i));
      case EventReader.COLLECTIVE_END -> {
        int kind = records.tag(i);
        if (!CollectiveSizes.isKnown(kind)) {
          return false;
        }
        Members members = ranks.communicator(event, records.object(i));
        collective(
            event, kind, true, members, records.peer(i), records.bytes(i), records.received(i));
        target.accept(op);
      }
      case EventReader.ISEND_COMPLETE, EventReader.IRECV, EventReader.COLLECTIVE_COMPLETE -> {
        int slot = requests.remove(records.request(i));
        if (slot == Requests.NONE) {
          dropped.add(Dropped.Kind.UNKNOWN_REQUESTS);
        } else {
          completed.add(slot);
        }
      }
      case EventReader.REQUEST_CANCELLED -> {
        int slot = requests.remove(records.request(i));
        if (slot != Requests.NONE) {
          completed.add(slot);
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static OpCode sendCode(@Nullable OpCode code) {
    return code == OpCode.BSEND || code == OpCode.SSEND || code == OpCode.RSEND
        ? code
        : OpCode.SEND;
  }

  private static OpCode nonBlockingSendCode(@Nullable OpCode code) {
    return code == OpCode.IBSEND || code == OpCode.ISSEND || code == OpCode.IRSEND
        ? code
        : OpCode.ISEND;
  }

  private void message(EventReader event, OpCode code, CallRecords records, int i) {
    Members members = ranks.communicator(event, records.object(i));
    boolean isReceive = code == OpCode.RECV;
    op.reset(code)
        .set(OpField.COMMUNICATOR, members.id())
        .set(OpField.PEER, peer(event, members, records.peer(i)))
        .set(OpField.TAG, tag(event, records.tag(i)))
        .set(
            isReceive ? OpField.RECEIVE_BYTES : OpField.BYTES,
            isReceive ? received(event, records.bytes(i)) : bytes(event, records.bytes(i)));
  }

  /**
   * EZTrace passes MPI_PROC_NULL on: -2 in Open MPI, -1 in MPICH, which is OTF2's undefined too.
   */
  private static int peer(EventReader event, Members members, int peer) {
    if (peer == RecordFile.UNDEFINED || peer == OPEN_MPI_NOBODY) {
      return OpView.PROC_NULL;
    }
    if (peer < 0 || peer >= members.size()) {
      throw event.damaged(
          "a rank below " + members.size() + " of the communicator",
          Integer.toUnsignedString(peer));
    }
    return peer;
  }

  private static int tag(EventReader event, int tag) {
    if (tag < 0) {
      throw event.damaged("a tag below 2147483648", Integer.toUnsignedString(tag));
    }
    return tag;
  }

  private static long bytes(EventReader event, long bytes) {
    if (bytes < 0) {
      throw event.damaged("a number of bytes", Long.toUnsignedString(bytes));
    }
    return bytes;
  }

  /** The size of a received message; our own archives leave it undefined if no trace states it. */
  private static long received(EventReader event, long bytes) {
    return bytes == RecordFile.UNDEFINED ? bytes : bytes(event, bytes);
  }

  // Requests

  private int open(EventReader event, long id, boolean isReceive) {
    int old = requests.remove(id);
    if (old != Requests.NONE) {
      // A number is used again only after the request has ended.
      dropped.add(Dropped.Kind.COMPLETIONS);
      target.accept(op.reset(OpCode.WAIT).set(OpField.REQUEST, old));
    }
    if (requests.size() >= Requests.LIMIT) {
      throw event.refused(
          "at most " + Requests.LIMIT + " requests that nothing has completed",
          "one more",
          "the archive is damaged, or lacks the events that complete them");
    }
    return requests.add(id, isReceive);
  }

  private void receive(EventReader event, long id) {
    Completion completion = lookahead.next();
    int slot = open(event, id, true);
    op.reset(OpCode.IRECV).set(OpField.REQUEST, slot);
    if (completion.isKnown) {
      Members members = ranks.communicator(event, completion.communicator);
      op.set(OpField.COMMUNICATOR, members.id())
          .set(OpField.PEER, peer(event, members, completion.peer))
          .set(OpField.TAG, tag(event, completion.tag))
          .set(OpField.RECEIVE_BYTES, received(event, completion.bytes));
    } else if (completion.isCancelled) {
      op.set(OpField.PEER, OpView.PROC_NULL);
    } else if (unknownSources.nextIsFromNobody(rank)) {
      dropped.add(Dropped.Kind.NOBODY);
      op.set(OpField.PEER, OpView.PROC_NULL);
    } else {
      dropped.add(Dropped.Kind.SOURCES);
      op.set(OpField.PEER, OpView.ANY)
          .set(OpField.TAG, OpView.ANY)
          .set(OpField.RECEIVE_BYTES, -1)
          .set(OpField.COMMUNICATOR, unknownSources.communicator(rank));
    }
    target.accept(op);
  }

  private void collective(EventReader event, long id) {
    Completion completion = lookahead.next();
    if (!completion.isKnown || !CollectiveSizes.isKnown(completion.tag)) {
      dropped.add(Dropped.Kind.OPEN_COLLECTIVES);
      return;
    }
    int slot = open(event, id, false);
    Members members = ranks.communicator(event, completion.communicator);
    collective(
        event,
        completion.tag,
        false,
        members,
        completion.peer,
        completion.bytes,
        completion.received);
    target.accept(op.set(OpField.REQUEST, slot));
  }

  private void collective(
      EventReader event,
      int kind,
      boolean blocks,
      Members members,
      int root,
      long sent,
      long received) {
    int own = ownRanks.computeIfAbsent(members.id(), id -> members.rank(rank));
    if (own < 0) {
      throw event.damaged("a collective of a communicator of this rank", "one of others");
    }
    sizes.convert(kind, blocks, members, own, root, bytes(event, sent), bytes(event, received));
    if (op.code().has(OpField.ROOT) && (root < 0 || root >= members.size())) {
      throw event.damaged(
          "a root below " + members.size() + " of the communicator",
          root == RecordFile.UNDEFINED ? "none" : Integer.toUnsignedString(root));
    }
  }

  private void complete(@Nullable OpCode code) {
    boolean isTest =
        code == OpCode.TEST
            || code == OpCode.TESTALL
            || code == OpCode.TESTANY
            || code == OpCode.TESTSOME;
    if (completed.size() == 1) {
      op.reset(isTest ? OpCode.TEST : OpCode.WAIT).set(OpField.REQUEST, completed.getLong(0));
    } else {
      op.reset(isTest ? OpCode.TESTALL : OpCode.WAITALL)
          .setList(OpField.REQUESTS, completed.elements(), 0, completed.size());
    }
    if (isTest) {
      op.set(OpField.OUTCOME, 1);
    }
    target.accept(op);
  }

  /** A wait or test without an event that says what it completed. */
  private boolean unrecorded(OpCode code, CallRecords records) {
    switch (code) {
      case WAIT, WAITANY -> {
        if (requests.receives() > 0 && !lookahead.hasReceives()) {
          completed.add(requests.removeOldestReceive());
        } else if (requests.others() > 0 && !lookahead.hasSendCompletions()) {
          completed.add(requests.removeOldestOther());
        }
      }
      case WAITALL, WAITSOME -> {
        if (requests.receives() > 0
            && !lookahead.hasReceives()
            && !lookahead.hasWaitForEachReceive()) {
          while (requests.receives() > 0) {
            completed.add(requests.removeOldestReceive());
          }
        }
        if (requests.others() > 0 && !lookahead.hasSendCompletions()) {
          while (requests.others() > 0) {
            completed.add(requests.removeOldestOther());
          }
        }
      }
      // Any other op completes what the events of its call say, or nothing.
      default -> {
        return tested(records);
      }
    }
    if (completed.isEmpty()) {
      target.accept(op.reset(OpCode.WAIT));
      return true;
    }
    dropped.add(Dropped.Kind.COMPLETIONS, completed.size());
    complete(code);
    return true;
  }

  /** A test that found nothing complete. */
  private boolean tested(CallRecords records) {
    for (int i = 0; i < records.size(); i++) {
      if (records.type(i) == EventReader.REQUEST_TEST) {
        int slot = requests.slot(records.request(i));
        if (slot != Requests.NONE) {
          completed.add(slot);
        }
      }
    }
    if (completed.isEmpty()) {
      return false;
    }
    complete(OpCode.TESTALL, 0);
    return true;
  }

  private void complete(OpCode code, int outcome) {
    if (completed.size() == 1) {
      op.reset(OpCode.TEST).set(OpField.REQUEST, completed.getLong(0));
    } else {
      op.reset(code).setList(OpField.REQUESTS, completed.elements(), 0, completed.size());
    }
    target.accept(op.set(OpField.OUTCOME, outcome));
  }
}
