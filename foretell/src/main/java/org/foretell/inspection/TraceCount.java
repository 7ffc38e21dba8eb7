package org.foretell.inspection;

import java.util.ArrayList;
import java.util.List;
import org.foretell.observe.ProgressListener;
import org.foretell.observe.Total;
import org.foretell.report.TraceContents;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSource;

/** Counts the ops of a trace by kind. */
public final class TraceCount {
  private TraceCount() {}

  /**
   * Reads every rank once, to its end.
   *
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static TraceContents of(TraceSource source) {
    return of(source, (timePs, operations, totalOperations) -> {}, Long.MAX_VALUE);
  }

  /**
   * Reads every rank once, to its end.
   *
   * @param progress told how far this is, at the simulated time 0
   * @param everyOps how often
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static TraceContents of(TraceSource source, ProgressListener progress, long everyOps) {
    long total = source.operations().orElse(-1);
    long untilTold = everyOps;
    OpCode[] codes = OpCode.values();
    long[] counts = new long[codes.length];
    int[] ranks = new int[codes.length];
    Totals bytes = new Totals(codes.length);
    Totals times = new Totals(codes.length);
    long[] histogramMeansPs =
        source.tables().histograms().stream().mapToLong(h -> h.meanPs()).toArray();
    boolean graphs = source.capabilities().contains(Capability.TASK_GRAPHS);
    OpView op = new OpView();
    long operations = 0;
    SentMessages sent = new SentMessages();
    long worked = 0;
    Totals work = new Totals(2);
    for (int rank = 0; rank < source.info().ranks(); rank++) {
      long[] rankCounts = new long[codes.length];
      sent.beginRank();
      try (RankCursor cursor = graphs ? new TaskCursor(source.graph(rank)) : source.open(rank)) {
        while (cursor.next(op)) {
          int code = op.code().ordinal();
          rankCounts[code]++;
          sent.add(op);
          bytes.add(code, sentBytes(op));
          times.add(code, durationPs(op, histogramMeansPs));
          if (op.hasWork()) {
            worked++;
            work.add(0, op.get(OpField.FLOPS));
            work.add(1, op.get(OpField.MEMORY_BYTES));
          }
          if (--untilTold == 0) {
            progress.progress(0, operations + cursor.delivered(), total);
            untilTold = everyOps;
          }
        }
        operations += cursor.delivered();
      }
      for (int code = 0; code < codes.length; code++) {
        counts[code] += rankCounts[code];
        ranks[code] += rankCounts[code] > 0 ? 1 : 0;
      }
    }
    List<TraceContents.Kind> kinds = new ArrayList<>();
    for (int code = 0; code < codes.length; code++) {
      if (counts[code] > 0) {
        kinds.add(
            new TraceContents.Kind(
                codes[code], counts[code], ranks[code], bytes.of(code), times.of(code)));
      }
    }
    return new TraceContents(
        operations,
        sent.volume(),
        kinds,
        new TraceContents.StatedWork(worked, work.of(0), work.of(1)));
  }

  /** Exact sums, one for each kind of op. */
  private static final class Totals {
    private final long[] rest;
    private final long[] carries;

    Totals(int count) {
      rest = new long[count];
      carries = new long[count];
    }

    void add(int index, long value) {
      long sum = rest[index] + value;
      carries[index] += sum >>> 63;
      rest[index] = sum & Long.MAX_VALUE;
    }

    Total of(int index) {
      return new Total(carries[index], rest[index]);
    }
  }

  /** Gives the tasks of a graph as ops, in the order of their numbers. */
  private static final class TaskCursor implements RankCursor {
    private final TaskGraph graph;
    private int next;

    TaskCursor(TaskGraph graph) {
      this.graph = graph;
    }

    @Override
    public boolean next(OpView view) {
      if (next == graph.tasks()) {
        return false;
      }
      view.reset(graph.code(next));
      if (graph.code(next) == OpCode.COMPUTE) {
        view.set(OpField.DURATION_PS, graph.amount(next));
      } else if (graph.code(next) == OpCode.SEND) {
        view.set(OpField.PEER, graph.peer(next)).set(OpField.BYTES, graph.amount(next));
      }
      next++;
      return true;
    }

    @Override
    public long delivered() {
      return next;
    }

    @Override
    public void close() {}
  }

  private static long sentBytes(OpView op) {
    if (op.code().has(OpField.BYTES)) {
      return Math.max(0, op.bytes());
    }
    return op.code().has(OpField.SEND_BYTES_BY_RANK) ? op.listSum(OpField.SEND_BYTES_BY_RANK) : 0;
  }

  private static long durationPs(OpView op, long[] histogramMeansPs) {
    if (op.code().family() != OpCode.Family.COMPUTE) {
      return 0;
    }
    return op.histogram() >= 0 ? histogramMeansPs[op.histogram()] : op.durationPs();
  }
}
