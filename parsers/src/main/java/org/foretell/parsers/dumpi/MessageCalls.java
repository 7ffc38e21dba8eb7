package org.foretell.parsers.dumpi;

import java.util.Objects;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;

/** Turns sends, receives, probes, waits and tests of one rank into ops. */
final class MessageCalls {
  private static final int ANY = -1;

  /** That nothing was taken, as the outcome of a waitany or testany. */
  private static final int NOTHING = -2;

  private final OpView op;
  private final CommunicatorCalls communicators;
  private final Losses losses;
  private final OpenRequests open = new OpenRequests();
  private final Completion completion = new Completion();
  private MessageSizes sizes;
  private Matches.Lazy matches;
  private boolean cancels;
  private long[] list = {};
  private long[] outcomes = {};

  @SuppressWarnings("NullAway.Init") // begin() sets what belongs to a file, before any other call
  MessageCalls(OpView op, CommunicatorCalls communicators, Losses losses) {
    this.op = op;
    this.communicators = communicators;
    this.losses = losses;
  }

  /** Begins with the first record of a rank. */
  void begin(DumpiFile file) {
    open.clear();
    sizes = new MessageSizes(file);
    matches = new Matches.Lazy(file);
    cancels = Matches.cancels(file);
  }

  MessageSizes sizes() {
    return sizes;
  }

  TypeSizes types() {
    return sizes.types();
  }

  int openRequests() {
    return open.size();
  }

  /** Sets the op of a call; false if none stands for it. */
  boolean convert(DumpiFile file, DumpiRecord call, OpCode code) {
    op.reset(code);
    switch (code) {
      case SEND, BSEND, SSEND, RSEND -> send(file, call);
      case ISEND, IBSEND, ISSEND, IRSEND -> {
        send(file, call);
        asked(call);
        request(file, call);
      }
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT -> {
        send(file, call);
        request(file, call);
      }
      case RECV, PROBE -> {
        receive(file, call, code);
        status(call, OpField.PEER, OpField.TAG);
      }
      case IPROBE -> {
        receive(file, call, code);
        boolean found = call.value(Argument.FLAG) != 0;
        op.set(OpField.OUTCOME, found ? 1 : 0);
        if (found) {
          status(call, OpField.PEER, OpField.TAG);
        } else {
          // It found nothing, so its wildcards leave nothing open.
          op.set(OpField.MATCHED_PEER, OpView.PROC_NULL);
        }
      }
      case IRECV, RECV_INIT -> {
        receive(file, call, code);
        asked(call);
        request(file, call);
      }
      case SENDRECV, SENDRECV_REPLACE -> exchange(file, call);
      case START -> op.set(OpField.REQUEST, started(file, call, call.intValue(Argument.REQUEST)));
      case STARTALL -> {
        int count = call.length(Argument.REQUESTS);
        reserve(count);
        for (int i = 0; i < count; i++) {
          list[i] = started(file, call, call.element(Argument.REQUESTS, i));
        }
        op.setList(OpField.REQUESTS, list, 0, count);
      }
      case REQUEST_FREE -> {
        int slot = open.release(Matches.key(call));
        op.set(OpField.REQUEST, slot < 0 ? OpView.NONE : slot);
        return slot >= 0;
      }
      // Any other op of messages waits for requests, or tests them.
      default -> complete(call, code);
    }
    return true;
  }

  // Messages

  private void communicator(DumpiFile file, DumpiRecord call) {
    op.set(OpField.COMMUNICATOR, communicators.usable(file, call, Argument.COMM).id);
  }

  private void send(DumpiFile file, DumpiRecord call) {
    communicator(file, call);
    destination(file, call, Argument.TAG);
    op.set(OpField.BYTES, sizes.bytes(call, Argument.COUNT, Argument.DATATYPE));
  }

  private void destination(DumpiFile file, DumpiRecord call, Argument tag) {
    int destination = call.intValue(Argument.DEST);
    op.set(OpField.PEER, destination < 0 ? OpView.PROC_NULL : destination);
    if (destination >= 0) {
      tag(file, call, tag, false);
      op.set(OpField.TAG, call.value(tag));
    }
  }

  private static void tag(DumpiFile file, DumpiRecord call, Argument argument, boolean isReceive) {
    int tag = call.intValue(argument);
    if (tag < 0 && !(isReceive && tag == ANY)) {
      throw file.damaged(
          call, "a tag, at least 0" + (isReceive ? ", or -1 for any" : ""), String.valueOf(tag));
    }
  }

  /** A source: -1 is any, what else is negative is nobody, by whatever number the library has. */
  private void source(
      DumpiFile file, DumpiRecord call, OpField peer, OpField tag, Argument tagArgument) {
    int source = call.intValue(Argument.SOURCE);
    op.set(peer, source >= 0 ? source : source == ANY ? OpView.ANY : OpView.PROC_NULL);
    if (source >= ANY) {
      tag(file, call, tagArgument, true);
      op.set(tag, call.value(tagArgument) == ANY ? OpView.ANY : call.value(tagArgument));
    }
  }

  private void receive(DumpiFile file, DumpiRecord call, OpCode code) {
    communicator(file, call);
    source(file, call, OpField.PEER, OpField.TAG, Argument.TAG);
    if (code.has(OpField.RECEIVE_BYTES)) {
      op.set(OpField.RECEIVE_BYTES, sizes.bytes(call, Argument.COUNT, Argument.DATATYPE));
    }
  }

  private void exchange(DumpiFile file, DumpiRecord call) {
    communicator(file, call);
    destination(file, call, Argument.SENDTAG);
    source(file, call, OpField.RECEIVE_PEER, OpField.RECEIVE_TAG, Argument.RECVTAG);
    boolean isReplaced = call.has(Argument.COUNT);
    long sent =
        isReplaced
            ? sizes.bytes(call, Argument.COUNT, Argument.DATATYPE)
            : sizes.bytes(call, Argument.SENDCOUNT, Argument.SENDTYPE);
    op.set(OpField.BYTES, sent)
        .set(
            OpField.RECEIVE_BYTES,
            isReplaced ? sent : sizes.bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE));
    status(call, OpField.RECEIVE_PEER, OpField.RECEIVE_TAG);
  }

  // What wildcards matched

  /** What a blocking receive matched stands in its own record. */
  private void status(DumpiRecord call, OpField peer, OpField tag) {
    if (call.statuses() > 0) {
      int source = call.statusSource(0);
      if (source >= 0) {
        matched(peer, tag, source, call.statusTag(0));
      } else if (call.statusBytes(0) == 0 && op.get(peer) == OpView.ANY) {
        nobody(peer, tag);
      }
    }
  }

  /** With libraries whose number of nobody is -1, it reads like any; its status tells. */
  private void nobody(OpField peer, OpField tag) {
    op.set(peer, OpView.PROC_NULL).set(tag, 0);
  }

  private void matched(OpField peer, OpField tag, int source, int matchedTag) {
    boolean isOpen = op.get(peer) == OpView.ANY || op.get(tag) == OpView.ANY;
    if (isOpen && op.get(peer) != OpView.PROC_NULL) {
      op.set(OpField.MATCHED_PEER, source);
      op.set(OpField.MATCHED_TAG, matchedTag >= 0 ? matchedTag : OpView.NONE);
    }
  }

  /** What a non-blocking call matched stands in the record of the call that completed it. */
  private void asked(DumpiRecord call) {
    if (!Matches.isAsked(call, cancels)) {
      return;
    }
    long match = matches.next();
    boolean receives = call.has(Argument.SOURCE);
    if (match == Matches.CANCELLED || (match == Matches.NOBODY && receives)) {
      nobody(OpField.PEER, OpField.TAG);
    } else if (match != Matches.UNKNOWN && match != Matches.NOBODY && receives) {
      matched(OpField.PEER, OpField.TAG, Matches.source(match), Matches.tag(match));
    }
  }

  // Requests

  private void request(DumpiFile file, DumpiRecord call) {
    op.set(OpField.REQUEST, made(file, call));
  }

  /** The slot of the request that a call makes. */
  int made(DumpiFile file, DumpiRecord call) {
    if (open.size() >= OpenRequests.LIMIT) {
      throw tooMany(file, call);
    }
    return Matches.made(call, Objects.requireNonNull(call.call.op()), open);
  }

  private static TraceException tooMany(DumpiFile file, DumpiRecord call) {
    return file.refused(
        call,
        "at most " + OpenRequests.LIMIT + " requests that nothing has completed",
        "one more",
        "the file is damaged, or the calls that complete them were not traced");
  }

  private int started(DumpiFile file, DumpiRecord call, int id) {
    int slot = open.persistent(id);
    if (slot < 0) {
      throw file.refused(
          call,
          "a persistent request that a call of this rank has made",
          "request " + id,
          "the call that made it was not traced; trace with all calls on");
    }
    return slot;
  }

  private void reserve(int count) {
    if (count > list.length) {
      list = new long[2 * count];
    }
  }

  private void complete(DumpiRecord call, OpCode code) {
    completion.read(call, open);
    losses.add(Losses.Kind.UNKNOWN_REQUESTS, completion.unknown);
    reserve(completion.count);
    boolean isOne = code == OpCode.WAIT || code == OpCode.TEST;
    boolean isAll = code == OpCode.WAITALL || code == OpCode.TESTALL;
    if (isOne) {
      int slot = completion.slots[0];
      op.set(OpField.REQUEST, slot < 0 ? OpView.NONE : slot);
    } else {
      op.setList(OpField.REQUESTS, list, 0, completion.list(list, !isAll));
    }
    int completions = completion.completions;
    switch (code) {
      case TEST, TESTALL -> op.set(OpField.OUTCOME, call.value(Argument.FLAG) != 0 ? 1 : 0);
      case WAITANY, TESTANY ->
          op.set(OpField.OUTCOME, completions == 0 ? NOTHING : completion.completed[0]);
      case WAITSOME, TESTSOME -> {
        if (outcomes.length <= completions) {
          outcomes = new long[2 * completions + 1];
        }
        outcomes[0] = NOTHING;
        for (int i = 0; i < completions; i++) {
          outcomes[i] = completion.completed[i];
        }
        // A waitsome of null requests only takes none, which is not the same as none recorded.
        int length = code == OpCode.WAITSOME ? Math.max(1, completions) : completions;
        op.setList(OpField.OUTCOMES, outcomes, 0, length);
        if (code == OpCode.TESTSOME) {
          op.set(OpField.OUTCOME, completions > 0 ? 1 : 0);
        }
      }
      // Any other op completes all that it names, as wait and waitall do.
      default -> {}
    }
  }
}
