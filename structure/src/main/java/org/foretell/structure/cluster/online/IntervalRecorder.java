package org.foretell.structure.cluster.online;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;
import org.foretell.trace.Variation;

/** Records intervals as a trace in which nothing is repeated or shared. Not thread safe. */
final class IntervalRecorder {
  private static final List<Variation> TIMED = List.of(Variation.DURATION_COLUMN);

  private final TraceSink sink;
  private final LongArrayList durationsPs = new LongArrayList();
  private int rank;

  /** Begins a trace with the tables of another. */
  IntervalRecorder(TraceSource source, TraceSink sink) {
    this.sink = sink;
    sink.begin(source.info());
    TraceTables tables = source.tables();
    for (int id = 0; id < tables.callSites().size(); id++) {
      sink.callSite(id, tables.callSites().get(id));
    }
    for (int id = 0; id < tables.markers().size(); id++) {
      sink.marker(id, tables.markers().get(id));
    }
    tables.communicators().forEach(sink::communicator);
    tables.histograms().forEach(sink::histogram);
  }

  void begin(int ofRank) {
    rank = ofRank;
    durationsPs.clear();
    sink.beginProgram(RankSet.of(rank));
  }

  /** Records what a rank does until the next marker, or until its end. */
  void record(IntervalCursor cursor) {
    while (cursor.next()) {
      OpView op = cursor.op();
      if (op.code() == OpCode.COMPUTE && op.histogram() < 0) {
        durationsPs.add(op.durationPs());
        sink.op(op, TIMED);
      } else {
        sink.op(op);
      }
    }
  }

  void end() {
    sink.endProgram();
    sink.durations(rank, durationsPs.elements(), 0, durationsPs.size());
  }
}
