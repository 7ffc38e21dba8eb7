package org.foretell.engine.ops;

import org.foretell.engine.message.DirectTransport;
import org.foretell.engine.message.Transport.Mode;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.inplace.InPlaceCursor;
import org.jspecify.annotations.Nullable;

/**
 * Executes the most frequent ops straight from where they stand in a trace, without a view: sends,
 * receives and waits in the world, under a direct model. What is special in any way is left to
 * {@link OpExecutor}, which gives the same times and tells observers the same.
 */
public final class PlainOps {
  private static final int SEND = OpCode.SEND.id();
  private static final int RECV = OpCode.RECV.id();
  private static final int ISEND = OpCode.ISEND.id();
  private static final int IRECV = OpCode.IRECV.id();
  private static final int WAIT = OpCode.WAIT.id();

  private final RankTable ranks;
  private final RequestTable requests;
  private final WaitOps waits;
  private final DirectTransport transport;
  private final @Nullable OpRecorder recorder;

  /** What has become of the op that a cursor stands at. */
  public enum Outcome {
    /** It has not been taken: it is none of those that are executed here. */
    LEFT,
    /** It is over. */
    DONE,
    /** Its rank waits for others. */
    BLOCKED
  }

  public PlainOps(ReplayState state, WaitOps waits, DirectTransport transport) {
    ranks = state.ranks();
    requests = state.requests();
    recorder = state.recorder();
    this.waits = waits;
    this.transport = transport;
  }

  /** Executes the op that a cursor stands at, see {@link InPlaceCursor#reachOp}, or leaves it. */
  public Outcome execute(int rank, InPlaceCursor ops) {
    if (!ops.isPlain()) {
      return ops.isWaitAll() ? waitAll(rank, ops) : Outcome.LEFT;
    }
    int code = ops.codeId();
    if (code == WAIT) {
      return await(rank, ops);
    }
    boolean sends = code == ISEND || code == SEND;
    if (!sends && code != IRECV && code != RECV) {
      return Outcome.LEFT;
    }
    int peer = ops.peer();
    int tag = ops.tag();
    if (peer < 0 || peer >= ranks.size() || tag < 0 || ops.communicator() != Communicator.WORLD) {
      return Outcome.LEFT;
    }
    long bytes = sends ? ops.bytes() : ops.receiveBytes();
    if (sends && bytes < 0) {
      return Outcome.LEFT;
    }
    if (code == SEND || code == RECV) {
      return blocking(rank, ops, sends ? OpCode.SEND : OpCode.RECV, peer, tag, bytes);
    }
    int slot = ops.request();
    if (!requests.isUnused(rank, slot)) {
      return Outcome.LEFT;
    }
    int callSite = ops.callSite();
    long start = ranks.clockPs(rank);
    ops.take();
    act(rank, sends, peer, tag, bytes, slot);
    if (recorder != null) {
      recorder.observer.op(
          rank,
          sends ? OpCode.ISEND : OpCode.IRECV,
          callSite,
          peer,
          Communicator.WORLD,
          Math.max(0, bytes),
          start,
          0,
          ranks.clockPs(rank));
    }
    return Outcome.DONE;
  }

  private void act(int rank, boolean sends, int peer, int tag, long bytes, int slot) {
    if (sends) {
      transport.send(rank, peer, tag, Communicator.WORLD, bytes, Mode.STANDARD, slot);
    } else {
      transport.receive(rank, peer, tag, Communicator.WORLD, bytes, slot);
    }
  }

  private Outcome blocking(
      int rank, InPlaceCursor ops, OpCode code, int peer, int tag, long bytes) {
    begin(rank, ops, code);
    if (recorder != null) {
      recorder.partner(rank, peer, Math.max(0, bytes));
    }
    ops.take();
    act(rank, code == OpCode.SEND, peer, tag, bytes, RequestTable.BLOCKING);
    return end(rank);
  }

  private Outcome await(int rank, InPlaceCursor ops) {
    begin(rank, ops, OpCode.WAIT);
    int request = ops.request();
    ops.take();
    waits.await(rank, request);
    return end(rank);
  }

  private Outcome waitAll(int rank, InPlaceCursor ops) {
    begin(rank, ops, OpCode.WAITALL);
    waits.takeWaitAll(rank, ops);
    return end(rank);
  }

  private void begin(int rank, InPlaceCursor ops, OpCode code) {
    if (recorder != null) {
      recorder.begin(rank, code, ops.callSite(), Communicator.WORLD, ranks.clockPs(rank));
    }
    ranks.begin(rank);
  }

  private Outcome end(int rank) {
    if (!ranks.end(rank)) {
      return Outcome.BLOCKED;
    }
    if (recorder != null) {
      recorder.end(rank, ranks.clockPs(rank), ranks.partnerPs(rank));
    }
    return Outcome.DONE;
  }
}
