package org.foretell.input;

import java.util.List;
import java.util.Optional;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * Passes everything on to another sink; subclasses override the methods that differ. One whose
 * {@code op} makes of the same op always the same other one can leave {@code keep} as it is. One
 * that leaves ops out, adds or counts any has to keep none.
 */
abstract class SinkBefore implements TraceSink {
  private final TraceSink sink;

  SinkBefore(TraceSink sink) {
    this.sink = sink;
  }

  /** The same before a sink that takes a part of the trace, for another thread. */
  abstract SinkBefore before(TraceSink part);

  @Override
  public final Optional<TraceSink.TracePart> part() {
    return sink.part().map(part -> new PartBefore(part, before(part.sink())));
  }

  private record PartBefore(TraceSink.TracePart part, TraceSink sink)
      implements TraceSink.TracePart {
    @Override
    public void join() {
      part.join();
    }

    @Override
    public void close() {
      part.close();
    }
  }

  @Override
  public void begin(TraceInfo info) {
    sink.begin(info);
  }

  @Override
  public void note(String text) {
    sink.note(text);
  }

  @Override
  public void callSite(int id, String text) {
    sink.callSite(id, text);
  }

  @Override
  public void marker(int id, String name) {
    sink.marker(id, name);
  }

  @Override
  public void communicator(Communicator communicator) {
    sink.communicator(communicator);
  }

  @Override
  public void histogram(DurationHistogram histogram) {
    sink.histogram(histogram);
  }

  @Override
  public void beginProgram(RankSet ranks) {
    sink.beginProgram(ranks);
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    sink.op(op, variations);
  }

  @Override
  public int keep() {
    return sink.keep();
  }

  @Override
  public void again(int kept) {
    sink.again(kept);
  }

  @Override
  public void beginRepeat(Values count) {
    sink.beginRepeat(count);
  }

  @Override
  public void endRepeat() {
    sink.endRepeat();
  }

  @Override
  public void endProgram() {
    sink.endProgram();
  }

  @Override
  public void taskGraph(RankSet ranks, TaskGraph graph, boolean peersRelative) {
    sink.taskGraph(ranks, graph, peersRelative);
  }

  @Override
  public void durations(int rank, long[] durationsPs, int offset, int length) {
    sink.durations(rank, durationsPs, offset, length);
  }

  @Override
  public void callTimes(int rank, long[] timesPs, int offset, int length) {
    sink.callTimes(rank, timesPs, offset, length);
  }

  @Override
  public void counts(int rank, BurstCounter counter, long[] counts, int offset, int length) {
    sink.counts(rank, counter, counts, offset, length);
  }

  @Override
  public void end() {
    sink.end();
  }

  @Override
  public void close() {
    sink.close();
  }
}
