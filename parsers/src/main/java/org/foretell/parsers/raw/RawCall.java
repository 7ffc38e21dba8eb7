package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.foretell.trace.BurstCounter;
import org.jspecify.annotations.Nullable;

/** A record of a thread with its details, refilled for each; only other classes read it. */
final class RawCall {
  static final int PAUSE = 1;
  static final int MARKER_BEGIN = 2;
  static final int MARKER_END = 3;
  static final int OFF = 4;
  static final int ON = 5;
  static final int COUNTERS = 6;

  /** What the program says that it did since the record before. */
  static final int WORK = 11;

  /** Floating-point operations that were counted, beside {@link #COUNTERS}. */
  static final int COUNTED_FLOPS = 12;

  static final int MATCHED = 7;
  static final int VALUE = 8;
  static final int UPDATE = 9;
  static final int MARK = 10;
  static final int CALL = 16;

  /** Numbers of a match: slot, source, tag, bytes. */
  static final int MATCH_WIDTH = 4;

  /** Numbers of a word: offset, bytes, value. */
  static final int WORD_WIDTH = 3;

  /** In the place of a slot: the call itself received. */
  static final long ITSELF = -3;

  /** In the place of a slot: the receiving half of a sendrecv. */
  static final long RECEIVING_HALF = -4;

  /** The part of a call to convert, where calls of several threads are put in one order. */
  enum Part {
    WHOLE,
    SENDING_HALF,
    RECEIVING_HALF
  }

  Part part = Part.WHOLE;

  /** One of the constants; {@link #CALL} for all calls. */
  int kind;

  /** Ticks between the record before and this one. */
  long gapTicks;

  long startTicks;
  long endTicks;
  long position;

  /** What the program said that it did before this. */
  long flops;

  long memoryBytes;

  /** What counters counted before this, by {@link BurstCounter}. */
  final long[] counts = new long[BurstCounter.values().length];

  /** Of a marker. */
  int name;

  /** Of a call; null otherwise. */
  @Nullable RawFunction function;

  /** Call site in the rank's table, -1 if unknown. */
  int callSite;

  /** Values of scalar fields by their index; of a list where it begins in the elements. */
  long[] values = new long[16];

  int[] lengths = new int[16];
  final LongArrayList elements = new LongArrayList();

  final LongArrayList matches = new LongArrayList();
  final LongArrayList words = new LongArrayList();
  boolean hasWords;
  boolean hasValue;
  long comparison;
  long operand;
  long before;
  long after;

  void begin(int newKind) {
    kind = newKind;
    part = Part.WHOLE;
    gapTicks = 0;
    function = null;
    callSite = -1;
    elements.clear();
    matches.clear();
    words.clear();
    hasWords = false;
    hasValue = false;
  }

  /** Value of a scalar field, or what stands for it where calls do not say it. */
  long value(int index, long absent) {
    return index < 0 ? absent : values[index];
  }
}
