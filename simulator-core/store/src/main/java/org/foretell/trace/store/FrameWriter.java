package org.foretell.trace.store;

import java.util.Arrays;
import org.foretell.trace.TraceSink;

/**
 * Packs values of a column into frames, see {@link ColumnFrame}: divides them by their greatest
 * common unit, puts those of one place in a loop side by side, numbers them where there are few
 * different ones, and writes differences, to the one before or to what is in the middle of the
 * lane, whichever takes fewer bits.
 */
final class FrameWriter {
  /** Values by which the middle of a lane is found, and whether there are few different ones. */
  private static final int SAMPLE = 33;

  private static final int LEVEL_SAMPLE = 1024;
  private static final long[] NO_LEVELS = {};

  private final long[] values;
  private final int count;
  private final int stride;

  /** The values in units, or their levels' numbers. */
  private final long[] numbers;

  private FrameWriter(long[] values, int count, int stride) {
    this.values = values;
    this.count = count;
    this.stride = stride;
    numbers = new long[count];
  }

  /** Appends the first {@code count} of some values, at least one. */
  static void write(long[] values, int count, int stride, ByteWriter out) {
    new FrameWriter(values, count, stride).write(out);
  }

  private void write(ByteWriter out) {
    long unit = Math.max(1, unit());
    for (int i = 0; i < count; i++) {
      numbers[i] = isPresent(i) ? values[i] / unit : 0;
    }
    out.varint(count);
    out.varint(unit);
    out.varint(stride);
    long[] levels = levels();
    out.varint(levels.length);
    for (int i = 0; i < levels.length; i++) {
      out.varint(i == 0 ? levels[0] : levels[i] - levels[i - 1]);
    }
    if (levels.length > 0) {
      for (int i = 0; i < count; i++) {
        numbers[i] = isPresent(i) ? Arrays.binarySearch(levels, numbers[i]) : 0;
      }
    }
    long[] bases = new long[stride];
    Arrays.setAll(bases, this::base);
    boolean toBase = bits(bases, true) < bits(bases, false);
    out.varint(toBase ? ColumnFrame.TO_BASE : ColumnFrame.TO_PREVIOUS);
    runs(out);
    lanes(bases, toBase, out);
  }

  private boolean isPresent(int index) {
    return values[index] != TraceSink.NO_BURST;
  }

  private long unit() {
    long unit = 0;
    for (int i = 0; i < count && unit != 1; i++) {
      if (isPresent(i)) {
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

  /** The different values in ascending order, none if there are many. */
  private long[] levels() {
    int looked = Math.min(count, LEVEL_SAMPLE);
    if (4 * distinct(looked).length > looked) {
      return NO_LEVELS;
    }
    long[] levels = distinct(count);
    return 8 * levels.length > count ? NO_LEVELS : levels;
  }

  private long[] distinct(int looked) {
    long[] sorted = new long[looked];
    int present = 0;
    for (int i = 0; i < looked; i++) {
      if (isPresent(i)) {
        sorted[present++] = numbers[i];
      }
    }
    Arrays.sort(sorted, 0, present);
    int size = 0;
    for (int i = 0; i < present; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[size++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, size);
  }

  /** What is about in the middle of a lane's numbers. */
  private long base(int lane) {
    long[] sample = new long[SAMPLE];
    int size = 0;
    int step = Math.max(1, count / stride / SAMPLE) * stride;
    int i = ColumnFrame.nextPresent(values, lane, stride, count);
    while (i < count && size < SAMPLE) {
      sample[size++] = numbers[i];
      i = ColumnFrame.nextPresent(values, i + step, stride, count);
    }
    Arrays.sort(sample, 0, size);
    return size == 0 ? 0 : sample[size / 2];
  }

  /** How many bits all differences have. */
  private long bits(long[] bases, boolean toBase) {
    long bits = 0;
    for (int lane = 0; lane < Math.min(stride, count); lane++) {
      long before = bases[lane];
      int i = ColumnFrame.nextPresent(values, lane, stride, count);
      for (; i < count; i = ColumnFrame.nextPresent(values, i + stride, stride, count)) {
        bits += Long.SIZE - Long.numberOfLeadingZeros(Math.abs(numbers[i] - before));
        before = toBase ? before : numbers[i];
      }
    }
    return bits;
  }

  /** Lengths of runs, of values that are there first; no run if all are there. */
  private void runs(ByteWriter out) {
    int runs = 1;
    for (int i = 1; i < count; i++) {
      runs += isPresent(i) == isPresent(i - 1) ? 0 : 1;
    }
    if (runs == 1 && isPresent(0)) {
      out.varint(0);
      return;
    }
    out.varint(runs + (isPresent(0) ? 0 : 1));
    boolean present = true;
    int start = 0;
    for (int i = 0; i < count; i++) {
      if (isPresent(i) != present) {
        out.varint(i - start);
        start = i;
        present = !present;
      }
    }
    out.varint(count - start);
  }

  private void lanes(long[] bases, boolean toBase, ByteWriter out) {
    long baseBefore = 0;
    for (int lane = 0; lane < Math.min(stride, count); lane++) {
      int i = ColumnFrame.nextPresent(values, lane, stride, count);
      if (i < count) {
        out.zigzag(bases[lane] - baseBefore);
        baseBefore = bases[lane];
      }
      long before = bases[lane];
      for (; i < count; i = ColumnFrame.nextPresent(values, i + stride, stride, count)) {
        out.zigzag(numbers[i] - before);
        before = toBase ? before : numbers[i];
      }
    }
  }
}
