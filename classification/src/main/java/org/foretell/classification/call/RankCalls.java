package org.foretell.classification.call;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** The calls of a rank that send, receive, and wait, and what its requests stand for. */
final class RankCalls {
  private final MessageJoin messages;
  private final Int2ObjectOpenHashMap<Half> pending = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<Persistent> persistent = new Int2ObjectOpenHashMap<>();

  /** What starting a request does. */
  private record Persistent(boolean isSend, int peer, int tag) {}

  RankCalls(MessageJoin messages) {
    this.messages = messages;
  }

  /**
   * A call has ended.
   *
   * @param partner its world rank as the replay tells it, or {@link OpView#NONE}
   */
  void called(OpView op, Call call, int partner) {
    switch (op.code()) {
      case SEND, BSEND, SSEND, RSEND -> {
        if (op.peer() != OpView.PROC_NULL) {
          messages.sent(new Half(call, partner, op.tag(), CallMode.BLOCKING));
        }
      }
      case ISEND, IBSEND, ISSEND, IRSEND -> post(op.request(), true, op, call, partner);
      case RECV -> {
        if (op.peer() != OpView.PROC_NULL) {
          messages.received(new Half(call, partner, tag(op), CallMode.BLOCKING));
        }
      }
      case IRECV -> post(op.request(), false, op, call, partner);
      case SENDRECV, SENDRECV_REPLACE -> exchange(op, call, partner);
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT ->
          persistent.put(op.request(), new Persistent(true, world(op, op.peer()), op.tag()));
      case RECV_INIT ->
          persistent.put(op.request(), new Persistent(false, world(op, op.peer()), tag(op)));
      case START -> start(op.request(), call);
      case STARTALL -> {
        for (int i = 0; i < op.listLength(OpField.REQUESTS); i++) {
          start((int) op.listElement(OpField.REQUESTS, i), call);
        }
      }
      case REQUEST_FREE -> {
        pending.remove(op.request());
        persistent.remove(op.request());
      }
      case PROBE, IPROBE -> {}
      // Of POINT_TO_POINT and PERSISTENT all are listed: the others are told apart by family.
      default -> {
        if (op.code().family() == OpCode.Family.COMPLETION) {
          complete(op, call);
        } else if (op.code().has(OpField.REQUEST)) {
          pending.remove(op.request());
        }
      }
    }
  }

  /** What a receive takes; the replay keeps to what was recorded for wildcards. */
  private static int tag(OpView op) {
    long matched = op.get(OpField.MATCHED_TAG);
    return op.tag() == OpView.ANY && matched != OpView.NONE ? (int) matched : op.tag();
  }

  /** A peer of a communicator other than the world is found by its messages. */
  private static int world(OpView op, int peer) {
    return peer == OpView.PROC_NULL || op.communicator() == Communicator.WORLD ? peer : OpView.NONE;
  }

  private void post(int slot, boolean isSend, OpView op, Call call, int partner) {
    pending.remove(slot);
    if (op.peer() == OpView.PROC_NULL) {
      return;
    }
    open(slot, isSend, new Half(call, partner, isSend ? op.tag() : tag(op), CallMode.NON_BLOCKING));
  }

  private void open(int slot, boolean isSend, Half half) {
    pending.put(slot, half);
    if (isSend) {
      messages.sent(half);
    } else {
      messages.received(half);
    }
  }

  private void exchange(OpView op, Call call, int partner) {
    if (op.peer() != OpView.PROC_NULL) {
      messages.sent(new Half(call, partner, op.tag(), CallMode.EXCHANGE));
    }
    int source = (int) op.get(OpField.RECEIVE_PEER);
    if (source != OpView.PROC_NULL) {
      long matched = op.get(OpField.MATCHED_TAG);
      long named = op.get(OpField.RECEIVE_TAG);
      int tag = (int) (named == OpView.ANY && matched != OpView.NONE ? matched : named);
      messages.received(new Half(call, world(op, source), tag, CallMode.EXCHANGE));
    }
  }

  private void start(int slot, Call call) {
    Persistent request = persistent.get(slot);
    if (request != null && request.peer() != OpView.PROC_NULL) {
      pending.remove(slot);
      open(
          slot,
          request.isSend(),
          new Half(call, request.peer(), request.tag(), CallMode.NON_BLOCKING));
    }
  }

  private void complete(OpView op, Call call) {
    switch (op.code()) {
      case WAIT -> waited(op.request(), call);
      case WAITALL -> all(op, call);
      case TEST -> {
        if (op.get(OpField.OUTCOME) == 1) {
          waited(op.request(), call);
        }
      }
      case TESTALL -> {
        if (op.get(OpField.OUTCOME) == 1) {
          all(op, call);
        }
      }
      case WAITANY, TESTANY -> {
        long index = op.get(OpField.OUTCOME);
        if (index >= 0 && index < op.listLength(OpField.REQUESTS)) {
          waited((int) op.listElement(OpField.REQUESTS, (int) index), call);
        }
      }
      case WAITSOME, TESTSOME -> {
        for (int i = 0; i < op.listLength(OpField.OUTCOMES); i++) {
          long index = op.listElement(OpField.OUTCOMES, i);
          if (index >= 0 && index < op.listLength(OpField.REQUESTS)) {
            waited((int) op.listElement(OpField.REQUESTS, (int) index), call);
          }
        }
      }
      // Of COMPLETION all are listed: no other op completes requests.
      default -> throw new AssertionError(op);
    }
  }

  private void all(OpView op, Call call) {
    for (int i = 0; i < op.listLength(OpField.REQUESTS); i++) {
      waited((int) op.listElement(OpField.REQUESTS, i), call);
    }
  }

  private void waited(int slot, Call call) {
    Half half = pending.remove(slot);
    if (half != null) {
      half.waited(call.startPs(), call.endPs());
      messages.waited(half);
    }
  }
}
