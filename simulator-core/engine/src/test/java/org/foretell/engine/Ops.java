package org.foretell.engine;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Short names for the ops that tests are made of. */
final class Ops {
  static final int ANY = OpView.ANY;
  static final int PROC_NULL = OpView.PROC_NULL;
  static final int NONE = OpView.NONE;

  private Ops() {}

  static OpView op(OpCode code) {
    return new OpView().reset(code);
  }

  static OpView compute(long ps) {
    return op(OpCode.COMPUTE).set(OpField.DURATION_PS, ps);
  }

  static OpView send(OpCode code, int peer, int tag, long bytes) {
    return op(code).set(OpField.PEER, peer).set(OpField.TAG, tag).set(OpField.BYTES, bytes);
  }

  static OpView send(int peer, int tag, long bytes) {
    return send(OpCode.SEND, peer, tag, bytes);
  }

  static OpView ssend(int peer, int tag, long bytes) {
    return send(OpCode.SSEND, peer, tag, bytes);
  }

  static OpView isend(int peer, int tag, long bytes, int slot) {
    return send(OpCode.ISEND, peer, tag, bytes).set(OpField.REQUEST, slot);
  }

  static OpView issend(int peer, int tag, long bytes, int slot) {
    return send(OpCode.ISSEND, peer, tag, bytes).set(OpField.REQUEST, slot);
  }

  static OpView recv(OpCode code, int peer, int tag) {
    return op(code).set(OpField.PEER, peer).set(OpField.TAG, tag).set(OpField.RECEIVE_BYTES, -1);
  }

  static OpView recv(int peer, int tag) {
    return recv(OpCode.RECV, peer, tag);
  }

  static OpView irecv(int peer, int tag, int slot) {
    return recv(OpCode.IRECV, peer, tag).set(OpField.REQUEST, slot);
  }

  static OpView sendrecv(int to, int sendTag, long bytes, int from, int receiveTag) {
    return send(OpCode.SENDRECV, to, sendTag, bytes)
        .set(OpField.RECEIVE_PEER, from)
        .set(OpField.RECEIVE_TAG, receiveTag)
        .set(OpField.RECEIVE_BYTES, -1);
  }

  static OpView probe(int peer, int tag) {
    return op(OpCode.PROBE).set(OpField.PEER, peer).set(OpField.TAG, tag);
  }

  static OpView request(OpCode code, int slot) {
    return op(code).set(OpField.REQUEST, slot);
  }

  static OpView waitFor(int slot) {
    return request(OpCode.WAIT, slot);
  }

  static OpView requests(OpCode code, long... slots) {
    return op(code).setList(OpField.REQUESTS, slots);
  }

  static OpView waitall(long... slots) {
    return requests(OpCode.WAITALL, slots);
  }

  static OpView barrier() {
    return op(OpCode.BARRIER);
  }

  static OpView bcast(long bytes, int root) {
    return op(OpCode.BCAST).set(OpField.BYTES, bytes).set(OpField.ROOT, root);
  }

  static OpView allreduce(long bytes) {
    return op(OpCode.ALLREDUCE).set(OpField.BYTES, bytes);
  }
}
