package org.foretell.models;

import java.util.function.Consumer;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/** Writes a program for each rank, for tests; times in nanoseconds. */
public final class Script {
  private final OpListTrace trace;
  private final int ranks;

  public Script(int ranks) {
    this.ranks = ranks;
    trace = new OpListTrace(ranks);
  }

  /** The ops of one rank. */
  public Script rank(int rank, Consumer<Ops> program) {
    program.accept(new Ops(rank));
    return this;
  }

  /** The ops of every rank, which may depend on {@link Ops#rank}. */
  public Script eachRank(Consumer<Ops> program) {
    for (int rank = 0; rank < ranks; rank++) {
      rank(rank, program);
    }
    return this;
  }

  public OpListTrace trace() {
    return trace;
  }

  /** Appends to the program of one rank. */
  public final class Ops {
    public final int rank;
    private int slots;

    private Ops(int rank) {
      this.rank = rank;
    }

    public Ops compute(long ns) {
      return add(new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, ns * 1000));
    }

    public Ops send(int peer, long bytes) {
      return add(message(OpCode.SEND, peer, bytes));
    }

    public Ops recv(int peer) {
      return add(message(OpCode.RECV, peer, 0));
    }

    /** A send with a request of its own. */
    public int isend(int peer, long bytes) {
      return isend(peer, bytes, 0);
    }

    public int isend(int peer, long bytes, int tag) {
      return start(message(OpCode.ISEND, peer, bytes).set(OpField.TAG, tag));
    }

    /** A receive with a request of its own. */
    public int irecv(int peer) {
      return irecv(peer, 0);
    }

    public int irecv(int peer, int tag) {
      return start(message(OpCode.IRECV, peer, 0).set(OpField.TAG, tag));
    }

    /** A receive into a buffer of a size, with a request of its own. */
    public int irecvAtMost(int peer, long bytes) {
      return start(message(OpCode.IRECV, peer, 0).set(OpField.RECEIVE_BYTES, bytes));
    }

    public Ops await(int request) {
      return add(new OpView().reset(OpCode.WAIT).set(OpField.REQUEST, request));
    }

    /** Waits for all requests so far. */
    public Ops awaitAll() {
      long[] requests = new long[slots];
      for (int i = 0; i < slots; i++) {
        requests[i] = i;
      }
      return add(new OpView().reset(OpCode.WAITALL).setList(OpField.REQUESTS, requests));
    }

    public Ops collective(OpCode code, long bytes) {
      OpView op = new OpView().reset(code).set(OpField.BYTES, bytes);
      return add(code.has(OpField.RECEIVE_BYTES) ? op.set(OpField.RECEIVE_BYTES, bytes) : op);
    }

    private int start(OpView op) {
      int slot = slots++;
      add(op.set(OpField.REQUEST, slot));
      return slot;
    }

    public Ops add(OpView op) {
      trace.add(rank, op);
      return this;
    }

    private static OpView message(OpCode code, int peer, long bytes) {
      OpView op = new OpView().reset(code).set(OpField.PEER, peer);
      return code.has(OpField.BYTES)
          ? op.set(OpField.BYTES, bytes)
          : op.set(OpField.RECEIVE_BYTES, -1);
    }
  }
}
