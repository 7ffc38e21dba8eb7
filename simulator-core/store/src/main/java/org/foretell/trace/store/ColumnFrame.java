package org.foretell.trace.store;

import java.util.Arrays;
import org.foretell.trace.TraceSink;

/**
 * Reads the packed form of values of a column: a run of consecutive ones, in which some may be
 * missing. {@link FrameWriter} writes it; {@code docs/trace-format.md} says what it looks like.
 */
final class ColumnFrame {
  /** Most values of a frame. */
  static final int MOST = 1 << 14;

  /** A value is a difference to the one before in its lane. */
  static final int TO_PREVIOUS = 0;

  /** A value is a difference to the base of its lane. */
  static final int TO_BASE = 1;

  private static final long[] NO_LEVELS = {};

  private ColumnFrame() {}

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
    long[] levels = readLevels(in, unit);
    boolean toBase = in.atMost(TO_BASE, "what differences are to") == TO_BASE;
    readRuns(in, into, count);
    long most = levels.length > 0 ? levels.length - 1 : Long.MAX_VALUE / unit;
    long base = 0;
    for (int lane = 0; lane < stride; lane++) {
      int i = nextPresent(into, lane, stride, count);
      if (i >= count) {
        continue;
      }
      base += in.zigzag();
      long number = base;
      for (; i < count; i = nextPresent(into, i + stride, stride, count)) {
        number = (toBase ? base : number) + in.zigzag();
        if (number < 0 || number > most) {
          throw in.damage("expected a duration of at least 0, found another");
        }
        into[i] = levels.length > 0 ? levels[(int) number] : number * unit;
      }
    }
  }

  /** The first position of a lane, from one on, whose burst is there; not below count if none. */
  static int nextPresent(long[] values, int from, int stride, int count) {
    int at = from;
    while (at < count && values[at] == TraceSink.NO_BURST) {
      at += stride;
    }
    return at;
  }

  private static long[] readLevels(ByteReader in, long unit) {
    int count = in.count(1, "levels of durations");
    if (count == 0) {
      return NO_LEVELS;
    }
    long[] levels = new long[count];
    long level = 0;
    for (int i = 0; i < count; i++) {
      level += in.atMost(Long.MAX_VALUE / unit - level, "a level of durations");
      levels[i] = level * unit;
    }
    return levels;
  }

  private static void readRuns(ByteReader in, long[] into, int count) {
    int runs = in.count(1, "runs of durations");
    int start = 0;
    boolean present = true;
    for (int run = 0; run < runs; run++) {
      int end = start + (int) in.atMost(count - start, "a run of durations");
      Arrays.fill(into, start, end, present ? 0 : TraceSink.NO_BURST);
      start = end;
      present = !present;
    }
    if (runs == 0) {
      Arrays.fill(into, 0, count, 0);
    } else if (start != count) {
      throw in.damage("expected runs of " + count + " durations, found runs of " + start);
    }
  }
}
