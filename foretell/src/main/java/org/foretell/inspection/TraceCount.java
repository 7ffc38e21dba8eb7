package org.foretell.inspection;

import java.util.ArrayList;
import java.util.List;
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
    OpCode[] codes = OpCode.values();
    long[] counts = new long[codes.length];
    int[] ranks = new int[codes.length];
    Total[] bytes = new Total[codes.length];
    Total[] times = new Total[codes.length];
    java.util.Arrays.fill(bytes, Total.ZERO);
    java.util.Arrays.fill(times, Total.ZERO);
    long[] histogramMeansPs =
        source.tables().histograms().stream().mapToLong(h -> h.meanPs()).toArray();
    boolean graphs = source.capabilities().contains(Capability.TASK_GRAPHS);
    OpView op = new OpView();
    long operations = 0;
    SentMessages sent = new SentMessages();
    for (int rank = 0; rank < source.info().ranks(); rank++) {
      long[] rankCounts = new long[codes.length];
      long[] rankBytes = new long[codes.length];
      long[] rankTimes = new long[codes.length];
      sent.beginRank();
      try (RankCursor cursor = graphs ? new TaskCursor(source.graph(rank)) : source.open(rank)) {
        while (cursor.next(op)) {
          int code = op.code().ordinal();
          rankCounts[code]++;
          sent.add(op);
          rankBytes[code] = saturated(rankBytes[code], sentBytes(op));
          rankTimes[code] = saturated(rankTimes[code], durationPs(op, histogramMeansPs));
        }
        operations += cursor.delivered();
      }
      for (int code = 0; code < codes.length; code++) {
        counts[code] += rankCounts[code];
        ranks[code] += rankCounts[code] > 0 ? 1 : 0;
        bytes[code] = bytes[code].plus(rankBytes[code]);
        times[code] = times[code].plus(rankTimes[code]);
      }
    }
    List<TraceContents.Kind> kinds = new ArrayList<>();
    for (int code = 0; code < codes.length; code++) {
      if (counts[code] > 0) {
        kinds.add(
            new TraceContents.Kind(
                codes[code], counts[code], ranks[code], bytes[code], times[code]));
      }
    }
    return new TraceContents(operations, sent.volume(), kinds);
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

  private static long saturated(long sum, long value) {
    long result = sum + value;
    return result < 0 ? Long.MAX_VALUE : result;
  }
}
