package org.foretell.structure.outline;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/** Numbers what ops look like: their kind and call site, nothing else. */
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

  /** The symbols of a rank's ops. */
  int[] read(TraceSource trace, int rank) {
    IntArrayList sequence = new IntArrayList();
    OpView op = new OpView();
    int burst = NONE;
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        OpCode code = op.code();
        if (isMarker(code)) {
          continue;
        }
        if (burst != NONE) {
          sequence.set(burst, number(OpCode.COMPUTE, op.callSite()));
          burst = NONE;
        }
        if (code == OpCode.COMPUTE && op.callSite() == OpView.NONE) {
          burst = sequence.size();
        }
        sequence.add(number(code, op.callSite()));
      }
    }
    return sequence.toIntArray();
  }

  private int number(OpCode code, int callSite) {
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
