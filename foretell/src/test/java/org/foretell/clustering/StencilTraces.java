package org.foretell.clustering;

import java.util.SplittableRandom;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Variation;
import org.foretell.trace.store.MemoryTrace;

/** Traces that communicate like Sweep3D and like LULESH; each burst is up to a tenth off. */
final class StencilTraces {
  private static final long SEED = 20_260_102;

  private StencilTraces() {}

  /**
   * A wavefront over a grid of ranks, from each of its corners twice in an iteration, in blocks:
   * receive from the two ranks behind, compute, send to the two ranks ahead.
   */
  static TraceSource sweep(int width, int height, int iterations, int blocks) {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(info("sweep3d-like", width * height));
      for (int rank = 0; rank < width * height; rank++) {
        sink.beginProgram(RankSet.of(rank));
        sink.beginRepeat(iterations);
        for (int octant = 0; octant < 8; octant++) {
          int dx = (octant & 1) == 0 ? 1 : -1;
          int dy = (octant & 2) == 0 ? 1 : -1;
          int x = rank % width;
          int y = rank / width;
          sink.beginRepeat(blocks);
          sweepStep(sink, OpCode.RECV, x - dx, y, width, height, 12_000);
          sweepStep(sink, OpCode.RECV, x, y - dy, width, height, 10_000);
          burst(sink);
          sweepStep(sink, OpCode.SEND, x + dx, y, width, height, 12_000);
          sweepStep(sink, OpCode.SEND, x, y + dy, width, height, 10_000);
          sink.endRepeat();
        }
        allreduce(sink);
        sink.endRepeat();
        sink.endProgram();
        durations(sink, rank, (long) iterations * 8 * blocks, 200_000_000);
      }
      sink.end();
      return sink.build();
    }
  }

  private static void sweepStep(
      TraceSink sink, OpCode code, int x, int y, int width, int height, long bytes) {
    if (x >= 0 && x < width && y >= 0 && y < height) {
      sink.op(
          new OpView()
              .reset(code)
              .set(OpField.PEER, y * width + x)
              .set(code == OpCode.SEND ? OpField.BYTES : OpField.RECEIVE_BYTES, bytes));
    }
  }

  /**
   * A cube of ranks of which each exchanges faces, edges and corners with up to 26 others, computes
   * and agrees on the next time step, again and again.
   */
  static TraceSource cube(int side, int iterations) {
    int ranks = side * side * side;
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(info("lulesh-like", ranks));
      for (int rank = 0; rank < ranks; rank++) {
        sink.beginProgram(RankSet.of(rank));
        sink.beginRepeat(iterations);
        int requests = exchange(sink, OpCode.IRECV, rank, side, 0);
        burst(sink);
        requests = exchange(sink, OpCode.ISEND, rank, side, requests);
        long[] slots = new long[requests];
        java.util.Arrays.setAll(slots, i -> i);
        sink.op(new OpView().reset(OpCode.WAITALL).setList(OpField.REQUESTS, slots));
        burst(sink);
        allreduce(sink);
        sink.endRepeat();
        sink.endProgram();
        durations(sink, rank, 2L * iterations, 2_000_000_000);
      }
      sink.end();
      return sink.build();
    }
  }

  private static int exchange(TraceSink sink, OpCode code, int rank, int side, int firstRequest) {
    int request = firstRequest;
    for (int neighbour = 0; neighbour < 27; neighbour++) {
      int x = rank % side + neighbour % 3 - 1;
      int y = rank / side % side + neighbour / 3 % 3 - 1;
      int z = rank / side / side + neighbour / 9 - 1;
      boolean inside = Math.min(x, Math.min(y, z)) >= 0 && Math.max(x, Math.max(y, z)) < side;
      if (neighbour != 13 && inside) {
        int moves = neighbour % 3 % 2 + neighbour / 3 % 3 % 2 + neighbour / 9 % 2;
        // A face, an edge or a corner of 30 elements a side, three doubles each.
        long bytes = moves == 2 ? 21_600 : moves == 1 ? 720 : 24;
        sink.op(
            new OpView()
                .reset(code)
                .set(OpField.PEER, x + side * (y + side * z))
                .set(code == OpCode.ISEND ? OpField.BYTES : OpField.RECEIVE_BYTES, bytes)
                .set(OpField.REQUEST, request++));
      }
    }
    return request;
  }

  private static TraceInfo info(String name, int ranks) {
    return new TraceInfo(name, ranks, "made by StencilTraces", 0, java.util.List.of());
  }

  private static void burst(TraceSink sink) {
    sink.op(new OpView().reset(OpCode.COMPUTE), java.util.List.of(Variation.DURATION_COLUMN));
  }

  private static void allreduce(TraceSink sink) {
    sink.op(new OpView().reset(OpCode.ALLREDUCE).set(OpField.BYTES, 8).set(OpField.COUNT, 1));
  }

  private static void durations(TraceSink sink, int rank, long number, long meanPs) {
    SplittableRandom random = new SplittableRandom(SEED + rank);
    long[] durationsPs = new long[Math.toIntExact(number)];
    for (int i = 0; i < durationsPs.length; i++) {
      durationsPs[i] = Math.round(meanPs * (0.9 + 0.2 * random.nextDouble()));
    }
    sink.durations(rank, durationsPs, 0, durationsPs.length);
  }
}
