package org.foretell.generators.synthetic;

import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Writes the ops of programs; partners are at a distance, loops are repeats. */
final class Emitter {
  private static final int ALLREDUCE_BYTES = 8;

  private final TraceSink sink;
  private final Work work;
  private final OpView op = new OpView();
  private RankSet ranks = RankSet.of(0);

  Emitter(TraceSink sink, Work work) {
    this.sink = sink;
    this.work = work;
  }

  void program(RankSet programRanks, Runnable body) {
    ranks = programRanks;
    sink.beginProgram(programRanks);
    body.run();
    sink.endProgram();
  }

  void repeat(long count, Runnable body) {
    if (count == 1) {
      body.run();
    } else if (count > 1) {
      sink.beginRepeat(count);
      body.run();
      sink.endRepeat();
    }
  }

  void send(OpCode code, Values peer, boolean relative, int tag, long bytes, int site) {
    op.reset(code).set(OpField.TAG, tag).set(OpField.BYTES, bytes).set(OpField.CALL_SITE, site);
    sink.op(op, List.of(new Variation(OpField.PEER, relative, peer)));
  }

  void isend(int distance, int tag, long bytes, int request, int site) {
    isend(new Values.Constant(distance), true, tag, bytes, request, site);
  }

  void isend(Values peer, boolean relative, int tag, long bytes, int request, int site) {
    op.reset(OpCode.ISEND)
        .set(OpField.TAG, tag)
        .set(OpField.BYTES, bytes)
        .set(OpField.REQUEST, request)
        .set(OpField.CALL_SITE, site);
    sink.op(op, List.of(new Variation(OpField.PEER, relative, peer)));
  }

  void recv(Values peer, boolean relative, int tag, long bytes, int site) {
    op.reset(OpCode.RECV)
        .set(OpField.TAG, tag)
        .set(OpField.RECEIVE_BYTES, bytes)
        .set(OpField.CALL_SITE, site);
    sink.op(op, List.of(new Variation(OpField.PEER, relative, peer)));
  }

  void irecv(int distance, int tag, long bytes, int request, int site) {
    irecv(new Values.Constant(distance), true, tag, bytes, request, site);
  }

  void irecv(Values peer, boolean relative, int tag, long bytes, int request, int site) {
    op.reset(OpCode.IRECV)
        .set(OpField.TAG, tag)
        .set(OpField.RECEIVE_BYTES, bytes)
        .set(OpField.REQUEST, request)
        .set(OpField.CALL_SITE, site);
    sink.op(op, List.of(new Variation(OpField.PEER, relative, peer)));
  }

  void sendrecv(Values to, Values from, boolean relative, int tag, long bytes, int site) {
    op.reset(OpCode.SENDRECV)
        .set(OpField.TAG, tag)
        .set(OpField.RECEIVE_TAG, tag)
        .set(OpField.BYTES, bytes)
        .set(OpField.RECEIVE_BYTES, bytes)
        .set(OpField.CALL_SITE, site);
    sink.op(
        op,
        List.of(
            new Variation(OpField.PEER, relative, to),
            new Variation(OpField.RECEIVE_PEER, relative, from)));
  }

  /** Receives from all others and sends to all others, without blocking. */
  void pairwise(int partners, long bytes, int site) {
    for (OpCode code : new OpCode[] {OpCode.IRECV, OpCode.ISEND}) {
      boolean receives = code == OpCode.IRECV;
      long[] distances = new long[partners];
      long[] requests = new long[partners];
      for (int i = 0; i < partners; i++) {
        distances[i] = receives ? -1 - i : 1 + i;
        requests[i] = receives ? i : partners + i;
      }
      op.reset(code)
          .set(receives ? OpField.RECEIVE_BYTES : OpField.BYTES, bytes)
          .set(OpField.CALL_SITE, site);
      sink.beginRepeat(partners);
      sink.op(
          op,
          List.of(
              new Variation(OpField.PEER, true, new Values.Cyclic(distances)),
              new Variation(OpField.REQUEST, false, new Values.Cyclic(requests))));
      sink.endRepeat();
    }
  }

  /** Waits for requests 0 to {@code count - 1}; nothing if there are none. */
  void waitall(int count, int site) {
    if (count > 0) {
      long[] requests = new long[count];
      for (int i = 0; i < count; i++) {
        requests[i] = i;
      }
      sink.op(
          op.reset(OpCode.WAITALL)
              .setList(OpField.REQUESTS, requests)
              .set(OpField.CALL_SITE, site));
    }
  }

  void wait(int request, int site) {
    sink.op(op.reset(OpCode.WAIT).set(OpField.REQUEST, request).set(OpField.CALL_SITE, site));
  }

  /** Computes; a burst that takes no time is left out. */
  void compute(Work.Burst burst, int site) {
    if (burst.durationPs() == 0) {
      return;
    }
    op.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, burst.durationPs());
    op.set(OpField.CALL_SITE, site);
    if (burst.flops() > 0) {
      op.set(OpField.FLOPS, burst.flops());
    }
    if (burst.memoryBytes() > 0) {
      op.set(OpField.MEMORY_BYTES, burst.memoryBytes());
    }
    List<Variation> variations = new ArrayList<>();
    if (work.differsByRank()) {
      variations.add(
          new Variation(
              OpField.DURATION_PS,
              false,
              new Values.PerRank(work.byRank(ranks, burst.durationPs()))));
    }
    sink.op(op, variations);
  }

  void allreduces(long count, int site) {
    repeat(
        count,
        () ->
            sink.op(
                op.reset(OpCode.ALLREDUCE)
                    .set(OpField.BYTES, ALLREDUCE_BYTES)
                    .set(OpField.COUNT, 1)
                    .set(OpField.CALL_SITE, site)));
  }

  /**
   * A collective of all ranks, with rank 0 as its root.
   *
   * @param bytes of a vector, or of the block of each rank
   * @param elements of a vector that is reduced
   */
  void collective(OpCode code, long bytes, long elements, int site) {
    op.reset(code).set(OpField.CALL_SITE, site);
    if (code.has(OpField.BYTES)) {
      op.set(OpField.BYTES, bytes);
    }
    if (code.has(OpField.RECEIVE_BYTES)) {
      op.set(OpField.RECEIVE_BYTES, bytes);
    }
    if (code.has(OpField.COUNT)) {
      op.set(OpField.COUNT, elements);
    }
    sink.op(op);
  }

  void split(int communicator, long[] colors, int site) {
    op.reset(OpCode.COMM_SPLIT)
        .set(OpField.NEW_COMMUNICATOR, communicator)
        .set(OpField.CALL_SITE, site);
    sink.op(op, List.of(new Variation(OpField.COLOR, false, new Values.PerRank(colors))));
  }

  /** Puts to ranks at some distances without blocking, and meets all ranks. */
  void puts(long[] distances, long bytes, int site) {
    sink.beginRepeat(distances.length);
    sink.op(
        op.reset(OpCode.SHMEM_PUT_NBI).set(OpField.BYTES, bytes).set(OpField.CALL_SITE, site),
        List.of(new Variation(OpField.PEER, true, new Values.Cyclic(distances))));
    sink.endRepeat();
    sink.op(op.reset(OpCode.SHMEM_BARRIER).set(OpField.CALL_SITE, site));
  }

  void alltoall(int communicator, long bytes, int site) {
    sink.op(
        op.reset(OpCode.ALLTOALL)
            .set(OpField.COMMUNICATOR, communicator)
            .set(OpField.BYTES, bytes)
            .set(OpField.RECEIVE_BYTES, bytes)
            .set(OpField.CALL_SITE, site));
  }

  void alltoallv(int communicator, long[] sent, long[] received, int site) {
    sink.op(
        op.reset(OpCode.ALLTOALLV)
            .set(OpField.COMMUNICATOR, communicator)
            .setList(OpField.SEND_BYTES_BY_RANK, sent)
            .setList(OpField.RECEIVE_BYTES_BY_RANK, received)
            .set(OpField.CALL_SITE, site));
  }
}
