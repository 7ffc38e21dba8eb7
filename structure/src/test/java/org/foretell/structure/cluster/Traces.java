package org.foretell.structure.cluster;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;

/** Traces for tests. */
public final class Traces {
  private Traces() {}

  /** A trace in its text form. */
  public static TraceSource ofText(String text) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceTextReader.read(new StringReader("foretell-trace 1\n" + text), "text", builder);
      return builder.build();
    }
  }

  /** The same ops, nothing repeated, nothing shared. */
  public static TraceSource unrolled(TraceSource source) {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(source.info());
      List<String> callSites = source.tables().callSites();
      for (int id = 0; id < callSites.size(); id++) {
        sink.callSite(id, callSites.get(id));
      }
      List<String> markers = source.tables().markers();
      for (int id = 0; id < markers.size(); id++) {
        sink.marker(id, markers.get(id));
      }
      source.tables().communicators().forEach(sink::communicator);
      source.tables().histograms().forEach(sink::histogram);
      for (int rank = 0; rank < source.info().ranks(); rank++) {
        sink.beginProgram(RankSet.of(rank));
        copy(source, rank, sink);
        sink.endProgram();
      }
      sink.end();
      return sink.build();
    }
  }

  private static void copy(TraceSource source, int rank, TraceSink sink) {
    OpView op = new OpView();
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(op)) {
        sink.op(op);
      }
    }
  }

  /** The ops of a rank, as text. */
  public static List<String> ops(TraceSource source, int rank) {
    List<String> ops = new ArrayList<>();
    OpView op = new OpView();
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(op)) {
        ops.add(op.toString());
      }
    }
    return ops;
  }
}
