package org.foretell.engine.reference;

import static org.foretell.trace.OpField.BYTES;
import static org.foretell.trace.OpField.COMMUNICATOR;
import static org.foretell.trace.OpField.DURATION_PS;
import static org.foretell.trace.OpField.PEER;
import static org.foretell.trace.OpField.RECEIVE_BYTES;
import static org.foretell.trace.OpField.RECEIVE_PEER;
import static org.foretell.trace.OpField.RECEIVE_TAG;
import static org.foretell.trace.OpField.REQUEST;
import static org.foretell.trace.OpField.REQUESTS;
import static org.foretell.trace.OpField.TAG;

import java.util.stream.LongStream;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/** Ops for tests; receive buffers are of unknown size. */
public final class Ops {
  private Ops() {}

  /** A burst. */
  public static OpView compute(long durationPs) {
    return op(OpCode.COMPUTE).set(DURATION_PS, durationPs);
  }

  /** An op without any field set. */
  public static OpView op(OpCode code) {
    return new OpView().reset(code);
  }

  /** A blocking send of some kind. */
  public static OpView send(OpCode code, int peer, int tag, long bytes) {
    return op(code).set(PEER, peer).set(TAG, tag).set(BYTES, bytes);
  }

  /** A standard blocking send. */
  public static OpView send(int peer, int tag, long bytes) {
    return send(OpCode.SEND, peer, tag, bytes);
  }

  /** A standard non-blocking send. */
  public static OpView isend(int peer, int tag, long bytes, int request) {
    return send(OpCode.ISEND, peer, tag, bytes).set(REQUEST, request);
  }

  /** A blocking receive. */
  public static OpView recv(int peer, int tag) {
    return op(OpCode.RECV).set(PEER, peer).set(TAG, tag).set(RECEIVE_BYTES, -1);
  }

  /** A non-blocking receive. */
  public static OpView irecv(int peer, int tag, int request) {
    return op(OpCode.IRECV)
        .set(PEER, peer)
        .set(TAG, tag)
        .set(RECEIVE_BYTES, -1)
        .set(REQUEST, request);
  }

  /** A send and a receive at once. */
  public static OpView sendrecv(int destination, int source, int tag, long bytes) {
    return send(OpCode.SENDRECV, destination, tag, bytes)
        .set(RECEIVE_PEER, source)
        .set(RECEIVE_TAG, tag)
        .set(RECEIVE_BYTES, -1);
  }

  /** A wait for one request. */
  public static OpView await(int request) {
    return op(OpCode.WAIT).set(REQUEST, request);
  }

  /** A wait for requests 0 to {@code count - 1}. */
  public static OpView awaitFirst(int count) {
    return op(OpCode.WAITALL).setList(REQUESTS, LongStream.range(0, count).toArray());
  }

  /** A collective on a communicator. */
  public static OpView collective(OpCode code, int communicator, long bytes) {
    return op(code).set(BYTES, bytes).set(COMMUNICATOR, communicator);
  }
}
