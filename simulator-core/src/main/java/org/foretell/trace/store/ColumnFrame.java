package org.foretell.trace.store;

import org.foretell.trace.TraceSink;

/**
 * The packed form of values of a column: a run of consecutive ones, in which some may be missing.
 *
 * <p>A frame is a number of values, their greatest common unit, a stride, the runs of values that
 * are there and of those that are not, and the values. With stride s they come in s lanes: first
 * those whose position is a multiple of s, then those one after, and so on; so durations of one
 * place in a loop, which are alike, stand side by side. Each is a difference to the one before in
 * its lane, the first of a lane to the first of the lane before.
 */
final class ColumnFrame {
  /** Most values of a frame. */
  static final int MOST = 1 << 14;

  private ColumnFrame() {}

  /** Appends the first {@code count} of some values, at least one. */
  static void write(long[] values, int count, int stride, ByteWriter out) {
    long unit = Math.max(1, unit(values, count));
    out.varint(count);
    out.varint(unit);
    out.varint(stride);
    writeRuns(values, count, out);
    long laneBefore = 0;
    for (int lane = 0; lane < stride; lane++) {
      boolean first = true;
      long previous = laneBefore;
      for (int i = lane; i < count; i += stride) {
        if (values[i] != TraceSink.NO_BURST) {
          long value = values[i] / unit;
          out.zigzag(value - previous);
          previous = value;
          laneBefore = first ? value : laneBefore;
          first = false;
        }
      }
    }
  }

  private static long unit(long[] values, int count) {
    long unit = 0;
    for (int i = 0; i < count && unit != 1; i++) {
      if (values[i] != TraceSink.NO_BURST) {
        unit = greatestCommonDivisor(unit, values[i]);
      }
    }
    return unit;
  }

  private static long greatestCommonDivisor(long a, long b) {
    long divisor = a;
    for (long rest = b; rest != 0; ) {
      long next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    return divisor;
  }

  /** Lengths of runs, of values that are there first; no run if all are there. */
  private static void writeRuns(long[] values, int count, ByteWriter out) {
    int runs = runs(values, count);
    if (runs == 1 && values[0] != TraceSink.NO_BURST) {
      out.varint(0);
      return;
    }
    out.varint(runs + (values[0] == TraceSink.NO_BURST ? 1 : 0));
    boolean present = true;
    int start = 0;
    for (int i = 0; i < count; i++) {
      if ((values[i] != TraceSink.NO_BURST) != present) {
        out.varint(i - start);
        start = i;
        present = !present;
      }
    }
    out.varint(count - start);
  }

  private static int runs(long[] values, int count) {
    int runs = 1;
    for (int i = 1; i < count; i++) {
      if ((values[i] == TraceSink.NO_BURST) != (values[i - 1] == TraceSink.NO_BURST)) {
        runs++;
      }
    }
    return runs;
  }

  /** Reads how many values a frame holds; {@link #read} reads them. */
  static int readCount(ByteReader in) {
    return (int) in.atMost(MOST, "a number of durations");
  }

  /**
   * Reads the rest of a frame.
   *
   * @param count how many values it holds
   * @param into room for them
   * @throws DamageException if something is wrong
   */
  static void read(ByteReader in, int count, long[] into) {
    long unit = in.atMost(Long.MAX_VALUE, "a unit of durations");
    int stride = (int) in.atMost(MOST, "a stride of durations");
    if (count == 0 || unit == 0 || stride == 0) {
      throw in.damage("expected durations, their unit and stride, found 0");
    }
    readRuns(in, into, count);
    long laneBefore = 0;
    for (int lane = 0; lane < stride; lane++) {
      boolean first = true;
      long previous = laneBefore;
      for (int i = lane; i < count; i += stride) {
        if (into[i] != TraceSink.NO_BURST) {
          previous += in.zigzag();
          if (previous < 0 || previous > Long.MAX_VALUE / unit) {
            throw in.damage("expected a duration of at least 0, found another");
          }
          into[i] = previous * unit;
          laneBefore = first ? previous : laneBefore;
          first = false;
        }
      }
    }
  }

  private static void readRuns(ByteReader in, long[] into, int count) {
    int runs = in.count(1, "runs of durations");
    int start = 0;
    boolean present = true;
    for (int run = 0; run < runs; run++) {
      int end = start + (int) in.atMost(count - start, "a run of durations");
      java.util.Arrays.fill(into, start, end, present ? 0 : TraceSink.NO_BURST);
      start = end;
      present = !present;
    }
    if (runs == 0) {
      java.util.Arrays.fill(into, 0, count, 0);
    } else if (start != count) {
      throw in.damage("expected runs of " + count + " durations, found runs of " + start);
    }
  }
}
