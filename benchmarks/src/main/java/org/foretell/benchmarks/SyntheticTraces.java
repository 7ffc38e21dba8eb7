package org.foretell.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticProgram;
import org.foretell.generators.synthetic.SyntheticTrace;
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
 * Writes the traces of benchmarks: those of {@code sim generate trace}, programs of OpenSHMEM, and
 * task graphs. All are shared programs: a few classes of ranks, loops as repeats, partners at a
 * distance. So files hardly grow with the number of iterations.
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
      if (width < 2 || height < 2 || iterations < 1 || messageBytes < 0 || burstPs < 1) {
        throw new IllegalArgumentException(
            "a halo needs a grid of at least 2x2, an iteration, a burst, and no negative size");
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
    SyntheticTrace.of(SyntheticProgram.HALO, halo.ranks())
        .with(SyntheticOption.DIMENSIONS, "2")
        .with(SyntheticOption.GRID, halo.height() + "x" + halo.width())
        .with(SyntheticOption.BOUNDARY, halo.periodic() ? "periodic" : "open")
        .with(SyntheticOption.STEPS, Long.toString(halo.iterations()))
        .with(SyntheticOption.POINTS_PER_RANK, "1x1")
        .with(SyntheticOption.POINT_BYTES, halo.messageBytes() + "B")
        .with(SyntheticOption.TIME_PER_POINT, halo.burstPs() + "ps")
        .with(SyntheticOption.IMBALANCE, "10%")
        .with(SyntheticOption.SEED, Long.toString(SEED))
        .with(SyntheticOption.ALLREDUCES, "1")
        .writeTo(sink);
  }

  private static TraceInfo info(String name, int ranks) {
    return new TraceInfo(name, ranks, "synthetic", 0, List.of());
  }

  private static RankSet block(int width, int[] rows, int[] columns) {
    return RankSet.ofSections(
        List.of(
            new RankSet.Section(
                rows[0] * width + columns[0],
                new int[] {rows[1], columns[1]},
                new int[] {width, 1})));
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
    SyntheticTrace.of(SyntheticProgram.ALLTOALL, ranks)
        .with(SyntheticOption.STEPS, Long.toString(rounds))
        .with(SyntheticOption.BYTES, messageBytes + "B")
        .writeTo(sink);
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
   * @param source closed by the caller; without markers, communicators or histograms
   */
  public static void writeUnrolled(TraceSource source, TraceSink sink) {
    OpView op = new OpView();
    long[] durationPs = new long[1];
    sink.begin(source.info());
    List<String> sites = source.tables().callSites();
    for (int site = 0; site < sites.size(); site++) {
      sink.callSite(site, sites.get(site));
    }
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
}
