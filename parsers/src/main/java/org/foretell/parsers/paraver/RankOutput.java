package org.foretell.parsers.paraver;

import java.util.Arrays;
import org.foretell.parsers.column.Bursts;
import org.foretell.parsers.column.ColumnWriter;
import org.foretell.parsers.column.CountColumns;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;

/** Passes on the ops of one rank after the other, with their durations, counts and times. */
final class RankOutput {
  private static final BurstCounter[] COUNTERS = BurstCounter.values();

  private final TraceSink sink;
  private final long unitPs;
  private final boolean keepsCallTimes;
  private final Bursts bursts;
  private final ColumnWriter callTimes;
  private final CountColumns counts;
  private final long[] counted = new long[COUNTERS.length];
  private int rank;
  private long tookPs;

  /** The next op; each is reset by whoever sets its fields. */
  final OpView op = new OpView();

  /** Of the current call, {@link OpView#NONE} if it is unknown. */
  int callSite = OpView.NONE;

  RankOutput(TraceSink sink, long unitPs, boolean keepsCallTimes) {
    this.sink = sink;
    this.unitPs = unitPs;
    this.keepsCallTimes = keepsCallTimes;
    bursts = new Bursts(sink);
    callTimes = new ColumnWriter(sink::callTimes);
    counts = new CountColumns(sink);
  }

  void begin(int ofRank) {
    rank = ofRank;
    sink.beginProgram(RankSet.of(rank));
    bursts.begin(rank);
    forgetCounts();
  }

  void end() {
    bursts.end();
    sink.endProgram();
    callTimes.flush(rank);
    counts.flush(rank);
  }

  /** What a counter counted since the event before. */
  void counted(int counter, long count) {
    long before = Math.max(0, counted[counter]);
    counted[counter] = before > Long.MAX_VALUE - count ? Long.MAX_VALUE : before + count;
  }

  /** What was counted is not that of a burst. */
  void forgetCounts() {
    Arrays.fill(counted, BurstCounts.UNKNOWN);
  }

  /** Computation of some units of time, with what was counted. */
  void burst(long units) {
    bursts.add(OpCode.COMPUTE, OpView.NONE, units * unitPs);
    for (BurstCounter counter : COUNTERS) {
      counts.add(rank, counter, counted[counter.ordinal()]);
    }
    forgetCounts();
  }

  /** Time that passes in a call that is no op. */
  void elapse(long units) {
    if (units > 0) {
      bursts.add(OpCode.ELAPSE, callSite, units * unitPs);
    }
  }

  void marker(boolean begins, int marker) {
    OpCode code = begins ? OpCode.MARKER_BEGIN : OpCode.MARKER_END;
    sink.op(op.reset(code).set(OpField.MARKER, marker));
  }

  void event(long type, long value) {
    sink.op(op.reset(OpCode.EVENT).set(OpField.OBJECT, type).set(OpField.COUNT, value));
  }

  /** The current call took some units of time, which its first op gets. */
  void callTook(long units) {
    tookPs = units * unitPs;
  }

  /** Passes on the op of a call. */
  void call() {
    if (callSite != OpView.NONE && op.code().has(OpField.CALL_SITE)) {
      op.set(OpField.CALL_SITE, callSite);
    }
    sink.op(op);
    if (keepsCallTimes) {
      callTimes.add(rank, tookPs);
      tookPs = 0;
    }
  }
}
