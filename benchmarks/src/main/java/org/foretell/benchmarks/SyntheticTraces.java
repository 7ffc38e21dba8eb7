package org.foretell.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.foretell.trace.store.MemoryTrace;

/**
 * Writes the traces of regular programs, of any number of ranks, as shared programs: a few classes
 * of ranks, loops as repeats, partners at a distance. The size of what is written hardly depends on
 * the number of iterations.
 */
public final class SyntheticTraces {
  /**
   * A halo exchange in two dimensions: in each iteration every rank receives from and sends to its
   * neighbours without blocking, waits for all, computes, and takes part in an allreduce of 8
   * bytes.
   *
   * @param width ranks in a row, at least 2
   * @param height rows, at least 2
   * @param periodic whether ranks at opposite edges are neighbours
   * @param iterations how often
   * @param messageBytes size of each message
   * @param burstPs mean length of a burst; each rank has its own, up to a tenth longer or shorter,
   *     the same in every iteration
   */
  public record Halo(
      int width, int height, boolean periodic, long iterations, long messageBytes, long burstPs) {
    /** Checks the ranges. */
    public Halo {
      if (width < 2 || height < 2 || iterations < 0 || messageBytes < 0 || burstPs < 0) {
        throw new IllegalArgumentException(
            "a halo needs a grid of at least 2x2 and nothing negative");
      }
    }

    /** A periodic one of 1 KiB messages and bursts of 10 us, nearly square. */
    public static Halo periodic(int ranks, long iterations) {
      int width = (int) Math.sqrt(ranks);
      while (ranks % width != 0) {
        width--;
      }
      return new Halo(width, ranks / width, true, iterations, 1024, 10_000_000);
    }

    /** Number of ranks. */
    public int ranks() {
      return Math.multiplyExact(width, height);
    }

    /** Ops of all ranks. */
    public long operations() {
      long neighbours = periodic ? 4L * ranks() : 4L * ranks() - 2L * width - 2L * height;
      return iterations * (2 * neighbours + 3L * ranks());
    }
  }

  private static final long SEED = 20_260_101;

  private static final int WEST = 0;
  private static final int EAST = 1;
  private static final int NORTH = 2;
  private static final int SOUTH = 3;

  /** Not a distance: there is no neighbour. */
  private static final int NOBODY = 0;

  private SyntheticTraces() {}

  /** Keeps what is written in memory. */
  public static TraceSource inMemory(Consumer<TraceSink> writer) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      writer.accept(builder);
      return builder.build();
    }
  }

  /** Writes a halo exchange, from {@code begin} to {@code end}. */
  public static void writeHalo(Halo halo, TraceSink sink) {
    sink.begin(info("2D halo " + halo.width() + "x" + halo.height(), halo.ranks()));
    for (int[] rows : parts(halo.height(), halo.periodic())) {
      for (int[] columns : parts(halo.width(), false)) {
        RankSet ranks = block(halo.width(), rows, columns);
        sink.beginProgram(ranks);
        writeIterations(halo, ranks, neighbours(halo, rows, columns), sink);
        sink.endProgram();
      }
    }
    sink.end();
  }

  private static TraceInfo info(String name, int ranks) {
    return new TraceInfo(name, ranks, "synthetic", 0, List.of());
  }

  /** The parts of an axis whose ranks have the same neighbours, each as first index and length. */
  private static List<int[]> parts(int length, boolean alike) {
    if (alike) {
      return List.of(new int[] {0, length});
    }
    if (length == 2) {
      return List.of(new int[] {0, 1}, new int[] {1, 1});
    }
    return List.of(new int[] {0, 1}, new int[] {1, length - 2}, new int[] {length - 1, 1});
  }

  private static RankSet block(int width, int[] rows, int[] columns) {
    return RankSet.ofSections(
        List.of(
            new RankSet.Section(
                rows[0] * width + columns[0],
                new int[] {rows[1], columns[1]},
                new int[] {width, 1})));
  }

  /** Distance to the neighbour in each direction. */
  private static int[] neighbours(Halo halo, int[] rows, int[] columns) {
    int width = halo.width();
    boolean periodic = halo.periodic();
    boolean first = columns[0] == 0;
    boolean last = columns[0] + columns[1] == width;
    int[] distances = new int[4];
    distances[WEST] = !first ? -1 : periodic ? width - 1 : NOBODY;
    distances[EAST] = !last ? 1 : periodic ? 1 - width : NOBODY;
    distances[NORTH] = rows[0] > 0 || periodic ? -width : NOBODY;
    distances[SOUTH] = rows[0] + rows[1] < halo.height() || periodic ? width : NOBODY;
    return distances;
  }

  private static void writeIterations(Halo halo, RankSet ranks, int[] neighbours, TraceSink sink) {
    OpView op = new OpView();
    sink.beginRepeat(halo.iterations());
    int requests = 0;
    for (OpCode code : new OpCode[] {OpCode.IRECV, OpCode.ISEND}) {
      for (int direction = WEST; direction <= SOUTH; direction++) {
        if (neighbours[direction] != NOBODY) {
          boolean receives = code == OpCode.IRECV;
          op.reset(code)
              .set(OpField.TAG, receives ? direction ^ 1 : direction)
              .set(receives ? OpField.RECEIVE_BYTES : OpField.BYTES, halo.messageBytes())
              .set(OpField.REQUEST, requests++);
          sink.op(op, List.of(Variation.relativePeer(OpField.PEER, neighbours[direction])));
        }
      }
    }
    sink.op(op.reset(OpCode.WAITALL).setList(OpField.REQUESTS, upTo(requests)));
    sink.op(
        op.reset(OpCode.COMPUTE),
        List.of(
            new Variation(OpField.DURATION_PS, false, new Values.PerRank(bursts(halo, ranks)))));
    sink.op(op.reset(OpCode.ALLREDUCE).set(OpField.BYTES, 8).set(OpField.COUNT, 1));
    sink.endRepeat();
  }

  private static long[] bursts(Halo halo, RankSet ranks) {
    long[] burstsPs = new long[ranks.size()];
    ranks.forEach(
        rank -> {
          double between = new SplittableRandom(SEED + rank).nextDouble();
          burstsPs[ranks.indexOf(rank)] = Math.round(halo.burstPs() * (0.9 + 0.2 * between));
        });
    return burstsPs;
  }

  /**
   * Writes the puts of a two-dimensional FFT, from {@code begin} to {@code end}: every rank puts to
   * {@code width - 1} ranks after it and has a barrier, then to as many at distances of a row, and
   * has another; all without variables.
   *
   * @param width ranks in a row and rows, at least 2
   * @param messageBytes size of each put
   * @param rounds how often
   */
  public static void writePuts(int width, long messageBytes, long rounds, TraceSink sink) {
    int ranks = Math.multiplyExact(width, width);
    OpView op = new OpView();
    sink.begin(info("puts of a 2D FFT", ranks));
    sink.beginProgram(RankSet.range(0, ranks - 1));
    sink.beginRepeat(rounds);
    for (int stride : new int[] {1, width}) {
      long[] distances = new long[width - 1];
      Arrays.setAll(distances, i -> (long) (i + 1) * stride);
      op.reset(OpCode.SHMEM_PUT).set(OpField.BYTES, messageBytes);
      sink.beginRepeat(width - 1L);
      sink.op(op, List.of(new Variation(OpField.PEER, true, new Values.Cyclic(distances))));
      sink.endRepeat();
      sink.op(op.reset(OpCode.SHMEM_BARRIER));
    }
    sink.endRepeat();
    sink.endProgram();
    sink.end();
  }

  /**
   * Writes a three-dimensional FFT of pencils, from {@code begin} to {@code end}, as p3dfft has it:
   * in each step the data are transposed among the ranks of a row, among those of a column, and
   * back. Before each transpose a rank computes, then it puts to all others of its row or column
   * without blocking, and all meet in a barrier.
   *
   * @param width ranks in a row and rows, at least 2
   * @param messageBytes size of each put
   * @param steps how often
   * @param burstPs length of each burst
   */
  public static void writePencils(
      int width, long messageBytes, long steps, long burstPs, TraceSink sink) {
    sink.begin(info("3D FFT of " + width + "x" + width + " pencils", width * width));
    for (int column = 0; column < width; column++) {
      long[] inRow = new long[width - 1];
      long[] inColumn = new long[width - 1];
      for (int i = 1; i < width; i++) {
        inRow[i - 1] = (column + i) % width - (long) column;
        inColumn[i - 1] = (long) i * width;
      }
      sink.beginProgram(block(width, new int[] {0, width}, new int[] {column, 1}));
      sink.beginRepeat(steps);
      for (long[] distances : List.of(inRow, inColumn, inColumn, inRow)) {
        writeTranspose(distances, messageBytes, burstPs, sink);
      }
      sink.endRepeat();
      sink.endProgram();
    }
    sink.end();
  }

  private static void writeTranspose(
      long[] distances, long messageBytes, long burstPs, TraceSink sink) {
    OpView op = new OpView();
    sink.op(op.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, burstPs));
    sink.beginRepeat(distances.length);
    sink.op(
        op.reset(OpCode.SHMEM_PUT_NBI).set(OpField.BYTES, messageBytes),
        List.of(new Variation(OpField.PEER, true, new Values.Cyclic(distances))));
    sink.endRepeat();
    sink.op(op.reset(OpCode.SHMEM_BARRIER));
  }

  /**
   * Writes linear alltoalls, from {@code begin} to {@code end}: every rank posts receives from all
   * others, then sends to all others without blocking, then waits for everything.
   *
   * @param ranks at least 2
   * @param messageBytes size of each message
   * @param rounds how often
   */
  public static void writeAlltoall(int ranks, long messageBytes, long rounds, TraceSink sink) {
    int peers = ranks - 1;
    OpView op = new OpView();
    sink.begin(info("linear alltoall", ranks));
    sink.beginProgram(RankSet.range(0, ranks - 1));
    sink.beginRepeat(rounds);
    for (OpCode code : new OpCode[] {OpCode.IRECV, OpCode.ISEND}) {
      boolean receives = code == OpCode.IRECV;
      long[] distances = new long[peers];
      long[] requests = new long[peers];
      for (int i = 0; i < peers; i++) {
        distances[i] = receives ? -1 - i : 1 + i;
        requests[i] = receives ? i : peers + i;
      }
      List<Variation> variations = new ArrayList<>();
      variations.add(new Variation(OpField.PEER, true, new Values.Cyclic(distances)));
      variations.add(new Variation(OpField.REQUEST, false, new Values.Cyclic(requests)));
      op.reset(code).set(receives ? OpField.RECEIVE_BYTES : OpField.BYTES, messageBytes);
      sink.beginRepeat(peers);
      sink.op(op, variations);
      sink.endRepeat();
    }
    sink.op(op.reset(OpCode.WAITALL).setList(OpField.REQUESTS, upTo(2 * peers)));
    sink.endRepeat();
    sink.endProgram();
    sink.end();
  }

  /**
   * Writes a dissemination as a task graph, the GOAL schedule of a barrier: in round k each rank
   * sends to the one 2^k above it, and receives from the one 2^k below it what its next send waits
   * for.
   *
   * @param ranks at least 2
   * @param messageBytes size of each message
   */
  public static void writeDissemination(int ranks, long messageBytes, TraceSink sink) {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    int received = -1;
    int round = 0;
    for (int distance = 1; distance < ranks; distance *= 2, round++) {
      int send = graph.send(distance, round, messageBytes, 0, 0);
      if (received >= 0) {
        graph.requires(send, received);
      }
      received = graph.receive(ranks - distance, round, messageBytes, 0, 0);
    }
    writeGraph("dissemination", ranks, graph, sink);
  }

  /**
   * Writes a linear alltoall as a task graph: sends and receives that depend on nothing.
   *
   * @param ranks at least 2
   * @param messageBytes size of each message
   */
  public static void writeAlltoallGraph(int ranks, long messageBytes, TraceSink sink) {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    for (int distance = 1; distance < ranks; distance++) {
      graph.send(distance, 0, messageBytes, 0, 0);
      graph.receive(ranks - distance, 0, messageBytes, 0, 0);
    }
    writeGraph("linear alltoall", ranks, graph, sink);
  }

  private static void writeGraph(String name, int ranks, TaskGraph.Builder graph, TraceSink sink) {
    sink.begin(info(name, ranks));
    sink.taskGraph(RankSet.range(0, ranks - 1), graph.build(), true);
    sink.end();
  }

  /**
   * Writes a trace as a tracer records it: a program for each rank, nothing repeated, nothing
   * relative, every burst in its rank's column.
   *
   * @param source closed by the caller; without call sites, markers, communicators or histograms
   */
  public static void writeUnrolled(TraceSource source, TraceSink sink) {
    OpView op = new OpView();
    long[] durationPs = new long[1];
    sink.begin(source.info());
    for (int rank = 0; rank < source.info().ranks(); rank++) {
      sink.beginProgram(RankSet.of(rank));
      try (RankCursor cursor = source.open(rank)) {
        while (cursor.next(op)) {
          if (op.code() == OpCode.COMPUTE) {
            sink.op(op, List.of(Variation.DURATION_COLUMN));
            durationPs[0] = op.durationPs();
            sink.durations(rank, durationPs, 0, 1);
          } else {
            sink.op(op);
          }
        }
      }
      sink.endProgram();
    }
    sink.end();
  }

  /** Ops of all ranks of {@link #writeAlltoall}. */
  public static long alltoallOperations(int ranks, long rounds) {
    return rounds * ranks * (2L * (ranks - 1) + 1);
  }

  private static long[] upTo(int count) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i;
    }
    return numbers;
  }
}
