package org.foretell.parsers.liballprof;

import org.foretell.parsers.liballprof.CallFields.Argument;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Sets the ops of sends, receives, waits and tests of one rank. */
final class Messages {
  private static final int ANY_TAG = -1;

  private final OpView op;
  private final CallLine call;
  private final Communicators communicators;
  private final ProfLosses losses;
  private final RequestPlaces requests = new RequestPlaces();
  private final OpView waiting = new OpView();
  private long[] list = {};

  Messages(OpView op, CallLine call, Communicators communicators, ProfLosses losses) {
    this.op = op;
    this.call = call;
    this.communicators = communicators;
    this.losses = losses;
  }

  void begin() {
    requests.clear();
  }

  int openRequests() {
    return requests.size();
  }

  /** Sets an op but for the request that it makes; false if none stands for the call. */
  boolean set(LineReader line, OpCode code) {
    op.reset(code);
    switch (code) {
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> send(line, Argument.TAG);
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT -> send(line, Argument.TAG);
      case RECV, IRECV, RECV_INIT -> {
        communicator(line);
        source(line, OpField.PEER, OpField.TAG, Argument.TAG);
        op.set(OpField.RECEIVE_BYTES, bytes(Argument.COUNT, Argument.DATATYPE));
      }
      case PROBE -> {
        communicator(line);
        source(line, OpField.PEER, OpField.TAG, Argument.TAG);
      }
      case SENDRECV -> {
        communicator(line);
        destination(line, Argument.SENDTAG);
        source(line, OpField.RECEIVE_PEER, OpField.RECEIVE_TAG, Argument.RECVTAG);
        op.set(OpField.BYTES, bytes(Argument.SENDCOUNT, Argument.SENDTYPE));
        op.set(OpField.RECEIVE_BYTES, bytes(Argument.RECVCOUNT, Argument.RECVTYPE));
      }
      case SENDRECV_REPLACE -> {
        communicator(line);
        destination(line, Argument.SENDTAG);
        source(line, OpField.RECEIVE_PEER, OpField.RECEIVE_TAG, Argument.RECVTAG);
        long bytes = bytes(Argument.COUNT, Argument.DATATYPE);
        op.set(OpField.BYTES, bytes).set(OpField.RECEIVE_BYTES, bytes);
      }
      // Any other op of messages completes requests.
      default -> {
        return completion(line, code);
      }
    }
    return true;
  }

  private long bytes(Argument count, Argument type) {
    return call.value(count) * call.value(type);
  }

  private void communicator(LineReader line) {
    op.set(OpField.COMMUNICATOR, communicators.id(line, call));
  }

  private void send(LineReader line, Argument tag) {
    communicator(line);
    destination(line, tag);
    op.set(OpField.BYTES, bytes(Argument.COUNT, Argument.DATATYPE));
  }

  private void destination(LineReader line, Argument tag) {
    int peer = call.intValue(Argument.DEST);
    if (peer < 0) {
      op.set(OpField.PEER, OpView.PROC_NULL);
      return;
    }
    op.set(OpField.PEER, peer).set(OpField.TAG, tag(line, tag, false));
  }

  private int tag(LineReader line, Argument argument, boolean isReceive) {
    int tag = call.intValue(argument);
    if (tag < 0 && !isReceive) {
      throw line.error("a tag, at least 0", "" + tag);
    }
    return tag;
  }

  /** MPICH has -1 for nobody and -2 for any source; other libraries have them the other way. */
  private void source(LineReader line, OpField peer, OpField tag, Argument tagArgument) {
    int source = call.intValue(Argument.SOURCE);
    if (source >= 0) {
      op.set(peer, source);
    } else {
      boolean isAny = source == (communicators.isMpich() ? -2 : -1);
      op.set(peer, isAny ? OpView.ANY : OpView.PROC_NULL);
      if (!isAny) {
        return;
      }
    }
    int value = tag(line, tagArgument, true);
    op.set(tag, value <= ANY_TAG ? OpView.ANY : value);
  }

  // Requests

  /** The slot of a request that is still where a call makes another, if there is one. */
  int displaced(LineReader line) {
    if (requests.size() >= RequestPlaces.LIMIT) {
      throw line.error(
          "at most " + RequestPlaces.LIMIT + " requests that nothing has completed", "one more");
    }
    int slot = requests.at(call.value(Argument.REQUEST));
    boolean isOpen = slot != RequestPlaces.NONE && !requests.isPersistent(slot);
    return isOpen ? slot : RequestPlaces.NONE;
  }

  /** A wait for a slot. */
  OpView waitFor(int slot) {
    return waiting.reset(OpCode.WAIT).set(OpField.REQUEST, slot);
  }

  /** Gives the op the request that its call makes. */
  void make(LineReader line, boolean isPersistent) {
    long place = call.value(Argument.REQUEST);
    requests.remove(place);
    op.set(OpField.REQUEST, requests.add(place, isPersistent));
  }

  private boolean completion(LineReader line, OpCode code) {
    switch (code) {
      case START -> {
        int slot = requests.at(call.value(Argument.REQUEST));
        if (slot == RequestPlaces.NONE || !requests.isPersistent(slot)) {
          throw line.error("a persistent request that a call has made", "none at its address");
        }
        op.set(OpField.REQUEST, slot);
      }
      case REQUEST_FREE, WAIT -> {
        long place = call.value(Argument.REQUEST);
        int slot = requests.at(place);
        if (slot == RequestPlaces.NONE) {
          // A null request, or one that a test has completed.
          return false;
        }
        op.set(OpField.REQUEST, slot);
        if (code == OpCode.REQUEST_FREE || !requests.isPersistent(slot)) {
          requests.remove(place);
        }
      }
      case TEST -> {
        int slot = requests.at(call.value(Argument.REQUEST));
        op.set(OpField.REQUEST, slot);
        return slot != RequestPlaces.NONE;
      }
      // Any other op completes one or several of a list of requests.
      default -> {
        return several(line, code);
      }
    }
    return true;
  }

  private boolean several(LineReader line, OpCode code) {
    int count = call.intValue(Argument.REQUESTS_COUNT);
    if (count > RequestPlaces.LIMIT) {
      throw line.error("at most " + RequestPlaces.LIMIT + " requests", "" + count);
    }
    if (count > list.length) {
      list = new long[2 * count];
    }
    long base = call.value(Argument.REQUESTS);
    int stride = requests.stride();
    // Which request a waitany took is not recorded, nor its place in the list: null ones may go.
    int length = 0;
    for (int i = 0; i < count; i++) {
      int slot = requests.at(base + (long) i * stride);
      if (slot != RequestPlaces.NONE) {
        list[length++] = slot;
      }
      if (code == OpCode.WAITALL && slot != RequestPlaces.NONE && !requests.isPersistent(slot)) {
        requests.remove(base + (long) i * stride);
      }
    }
    if (length == 0 && count > 0 && code == OpCode.WAITALL) {
      losses.unknownRequests(count);
    }
    op.setList(OpField.REQUESTS, list, 0, length);
    return length > 0;
  }
}
