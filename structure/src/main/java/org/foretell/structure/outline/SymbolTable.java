package org.foretell.structure.outline;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * Numbers what ops look like: their kind and call site, nothing else. A burst has the call site of
 * the call after it.
 */
final class SymbolTable {
  private static final int NONE = -1;
  private static final OpCode[] CODES = OpCode.values();

  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final LongArrayList keys = new LongArrayList();

  SymbolTable() {
    numbers.defaultReturnValue(NONE);
  }

  /** Phases are no ops of the program. */
  static boolean isMarker(OpCode code) {
    return code == OpCode.MARKER_BEGIN || code == OpCode.MARKER_END;
  }

  /** How long a burst took when it was traced. */
  static double burstPs(OpView burst, TraceSource trace) {
    if (burst.histogram() == OpView.NONE) {
      return (double) burst.durationPs();
    }
    DurationHistogram histogram = trace.tables().histograms().get(burst.histogram());
    return histogram.meanPs();
  }

  /**
   * The fingerprint of a rank's sequence. A call comes with the burst before it, even where that
   * takes no time and the trace has none, unless no call of its kind and call site has one: tracers
   * leave out short bursts, and loops have them at times.
   */
  Calls calls(TraceSource trace, int rank, OpTicks ticks) {
    long first = 0x9E37_79B9_7F4A_7C15L;
    long second = 0x632B_E59B_D9B4_E019L;
    long count = 0;
    BitSet withBurst = new BitSet();
    boolean burst = false;
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        ticks.tick();
        OpCode code = op.code();
        if (code == OpCode.COMPUTE) {
          burst = true;
        } else if (!isMarker(code)) {
          int call = number(code, op.callSite());
          if (burst) {
            withBurst.set(call);
          }
          burst = false;
          first = (first ^ call) * 0xBF58_476D_1CE4_E5B9L;
          first ^= first >>> 29;
          second = (second + call + 1) * 0x94D0_49BB_1331_11EBL;
          second ^= second >>> 31;
          count++;
        }
      }
    }
    return new Calls(first, second, count, withBurst, burst);
  }

  /** The symbols of a rank's ops. */
  int[] read(TraceSource trace, int rank, Calls calls) {
    IntArrayList sequence = new IntArrayList();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        OpCode code = op.code();
        if (code != OpCode.COMPUTE && !isMarker(code)) {
          int call = number(code, op.callSite());
          if (calls.withBurst().get(call)) {
            sequence.add(number(OpCode.COMPUTE, callSite(call)));
          }
          sequence.add(call);
        }
      }
    }
    if (calls.endsInBurst()) {
      sequence.add(number(OpCode.COMPUTE, OpView.NONE));
    }
    return sequence.toIntArray();
  }

  int number(OpCode code, int callSite) {
    long key = ((long) code.ordinal() << 32) | (callSite & 0xFFFF_FFFFL);
    int known = numbers.get(key);
    if (known == NONE) {
      known = keys.size();
      numbers.put(key, known);
      keys.add(key);
    }
    return known;
  }

  int size() {
    return keys.size();
  }

  OpCode code(int symbol) {
    return CODES[(int) (keys.getLong(symbol) >>> 32)];
  }

  int callSite(int symbol) {
    return (int) keys.getLong(symbol);
  }
}
