package org.foretell.compression;

import java.util.List;
import java.util.Random;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Variation;

/**
 * An exchange with up to six neighbours in a grid without wrap-around, as a tracer records it: a
 * program for each rank, no repeat, and a burst of a random number of nanoseconds in each
 * iteration.
 */
record FlatHalo(int width, int height, int depth, int iterations) {
  private static final long FACE_BYTES = 8192;
  private static final int SHORTEST_NS = 20_000;
  private static final int SPREAD_NS = 1_000;

  int ranks() {
    return width * height * depth;
  }

  void describe(TraceSink sink) {
    sink.begin(TraceInfo.ofRanks(ranks()));
    Random random = new Random(1);
    long[] durationsPs = new long[iterations];
    for (int rank = 0; rank < ranks(); rank++) {
      sink.beginProgram(RankSet.of(rank));
      int[] neighbours = neighbours(rank);
      for (int i = 0; i < iterations; i++) {
        iteration(neighbours, sink);
        durationsPs[i] = 1000L * (SHORTEST_NS + random.nextInt(SPREAD_NS));
      }
      sink.endProgram();
      sink.durations(rank, durationsPs, 0, iterations);
    }
    sink.end();
  }

  private static void iteration(int[] neighbours, TraceSink sink) {
    OpView op = new OpView();
    long[] requests = new long[2 * neighbours.length];
    for (int i = 0; i < neighbours.length; i++) {
      op.reset(OpCode.IRECV).set(OpField.PEER, neighbours[i]).set(OpField.REQUEST, i);
      sink.op(op.set(OpField.RECEIVE_BYTES, FACE_BYTES));
      requests[i] = i;
    }
    for (int i = 0; i < neighbours.length; i++) {
      int request = neighbours.length + i;
      op.reset(OpCode.ISEND).set(OpField.PEER, neighbours[i]).set(OpField.REQUEST, request);
      sink.op(op.set(OpField.BYTES, FACE_BYTES));
      requests[request] = request;
    }
    sink.op(op.reset(OpCode.WAITALL).setList(OpField.REQUESTS, requests));
    sink.op(op.reset(OpCode.COMPUTE), List.of(Variation.DURATION_COLUMN));
    sink.op(op.reset(OpCode.ALLREDUCE).set(OpField.BYTES, 8).set(OpField.COUNT, 1));
  }

  private int[] neighbours(int rank) {
    int x = rank % width;
    int y = rank / width % height;
    int z = rank / width / height;
    return java.util.stream.IntStream.of(
            x > 0 ? rank - 1 : -1,
            x < width - 1 ? rank + 1 : -1,
            y > 0 ? rank - width : -1,
            y < height - 1 ? rank + width : -1,
            z > 0 ? rank - width * height : -1,
            z < depth - 1 ? rank + width * height : -1)
        .filter(neighbour -> neighbour >= 0)
        .toArray();
  }
}
