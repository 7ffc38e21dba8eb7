package org.foretell.sanity;

import java.util.Locale;
import org.foretell.machine.Placement;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/**
 * One workload in one size.
 *
 * @param workload what is done
 * @param ranks how many take part
 * @param ranksPerNode how many of them are on each node, which is filled before the next
 * @param bytes of each message, vector or block
 */
record SanityCase(Workload workload, int ranks, int ranksPerNode, long bytes) {
  /** Nodes that are used. */
  int nodes() {
    return (ranks + ranksPerNode - 1) / ranksPerNode;
  }

  Placement placement() {
    int[] nodes = new int[ranks];
    int[] cores = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodes[rank] = rank / ranksPerNode;
      cores[rank] = rank % ranksPerNode;
    }
    return new Placement("block", nodes, cores);
  }

  TraceSource trace() {
    OpListTrace trace = new OpListTrace(ranks);
    switch (workload) {
      case PING_PONG_WITHIN, PING_PONG_BETWEEN -> pingPong(trace);
      case STREAMS -> streams(trace);
      case INCAST -> incast(trace);
      case BISECTION -> bisection(trace);
      default -> {
        for (int rank = 0; rank < ranks; rank++) {
          trace.add(rank, collective());
        }
      }
    }
    return trace;
  }

  private void pingPong(OpListTrace trace) {
    for (int round = 0; round < Workload.ROUND_TRIPS; round++) {
      for (int rank = 0; rank < 2; rank++) {
        OpView send = message(OpCode.SEND, 1 - rank);
        OpView receive = message(OpCode.RECV, 1 - rank);
        trace.add(rank, rank == 0 ? send : receive).add(rank, rank == 0 ? receive : send);
      }
    }
  }

  private void streams(OpListTrace trace) {
    int pairs = ranks / 2;
    for (int pair = 0; pair < pairs; pair++) {
      for (int number = 0; number < Workload.WINDOW; number++) {
        trace.add(pair, request(message(OpCode.ISEND, pairs + pair), number));
        trace.add(pairs + pair, request(message(OpCode.IRECV, pair), number));
      }
      trace.add(pair, waitForAll(Workload.WINDOW)).add(pairs + pair, waitForAll(Workload.WINDOW));
    }
  }

  private void incast(OpListTrace trace) {
    for (int rank = 1; rank < ranks; rank++) {
      trace.add(rank, message(OpCode.SEND, 0));
      trace.add(0, request(message(OpCode.IRECV, rank), rank - 1));
    }
    trace.add(0, waitForAll(ranks - 1));
  }

  private void bisection(OpListTrace trace) {
    for (int rank = 0; rank < ranks; rank++) {
      int partner = (rank + ranks / 2) % ranks;
      trace.add(rank, request(message(OpCode.IRECV, partner), 0));
      trace.add(rank, request(message(OpCode.ISEND, partner), 1));
      trace.add(rank, waitForAll(2));
    }
  }

  private OpView collective() {
    OpView op = new OpView().reset(workload.collective());
    if (op.code().has(OpField.BYTES)) {
      op.set(OpField.BYTES, bytes);
    }
    return op.code().has(OpField.RECEIVE_BYTES) ? op.set(OpField.RECEIVE_BYTES, bytes) : op;
  }

  private OpView message(OpCode code, int peer) {
    OpView op = new OpView().reset(code).set(OpField.PEER, peer);
    return op.set(code.has(OpField.BYTES) ? OpField.BYTES : OpField.RECEIVE_BYTES, bytes);
  }

  private static OpView request(OpView op, int number) {
    return op.set(OpField.REQUEST, number);
  }

  private static OpView waitForAll(int count) {
    long[] requests = new long[count];
    for (int number = 0; number < count; number++) {
      requests[number] = number;
    }
    return new OpView().reset(OpCode.WAITALL).setList(OpField.REQUESTS, requests);
  }

  /** The same in another size. */
  SanityCase of(long otherBytes) {
    return new SanityCase(workload, ranks, ranksPerNode, otherBytes);
  }

  /** For people, without the size. */
  String title() {
    return switch (workload) {
      case PING_PONG_WITHIN, PING_PONG_BETWEEN -> workload.title();
      case STREAMS ->
          "%d %s between two nodes".formatted(ranks / 2, ranks == 2 ? "stream" : "streams");
      case INCAST -> "incast of %d nodes".formatted(ranks - 1);
      case BISECTION -> "bisection of %d nodes, %d ranks each".formatted(nodes(), ranksPerNode);
      default ->
          String.format(
              Locale.US,
              "%s of %,d ranks, %d a node",
              workload.title(),
              ranks,
              Math.min(ranks, ranksPerNode));
    };
  }
}
