package org.foretell.trace.store;

import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceSink;

/**
 * Records of a program that were encoded and checked once, and may be appended again: some
 * megabytes at most.
 */
final class KeptRecords {
  /** The length of a record that must not be appended again. */
  static final int PLACED = 0;

  private static final int NONE = -1;
  private static final int FIRST_RECORDS = 16;
  private static final int MOST_RECORDS = 1 << 16;
  private static final int MOST_BYTES = 1 << 22;

  private final ByteWriter bytes = new ByteWriter(64);

  // By number.
  private int[] starts = new int[FIRST_RECORDS];
  private int[] lengths = new int[FIRST_RECORDS];
  private OpCode[] codes = new OpCode[FIRST_RECORDS];
  private boolean[] takeColumns = new boolean[FIRST_RECORDS];
  private int size;

  private int lastLength = NONE;
  private boolean lastTakesColumn;
  private OpCode lastCode = OpCode.COMPUTE;

  /** Forgets all records. */
  void clear() {
    bytes.clear();
    size = 0;
    noLast();
  }

  /** The last record is none of an op. */
  void noLast() {
    lastLength = NONE;
  }

  /** Notes what the last record of the open block is. */
  void last(int length, boolean takesColumn, OpCode code) {
    lastLength = length;
    lastTakesColumn = takesColumn;
    lastCode = code;
  }

  /** Keeps that last record; returns its number, or {@link TraceSink#NOT_KEPT}. */
  int keep(ByteWriter open) {
    if (lastLength == NONE) {
      throw new IllegalStateException("keep() must come right after an op");
    }
    if (lastLength == PLACED || size == MOST_RECORDS || bytes.size() + lastLength > MOST_BYTES) {
      return TraceSink.NOT_KEPT;
    }
    if (size == starts.length) {
      grow();
    }
    starts[size] = bytes.size();
    lengths[size] = lastLength;
    codes[size] = lastCode;
    takeColumns[size] = lastTakesColumn;
    bytes.append(open.array(), open.size() - lastLength, lastLength);
    noLast();
    return size++;
  }

  private void grow() {
    int places = 2 * size;
    starts = Arrays.copyOf(starts, places);
    lengths = Arrays.copyOf(lengths, places);
    codes = Arrays.copyOf(codes, places);
    takeColumns = Arrays.copyOf(takeColumns, places);
  }

  /** Appends the record with a number. */
  void append(int number, ByteWriter open) {
    if (number < 0 || number >= size) {
      throw new IllegalStateException("again() must come with a number that keep() gave");
    }
    open.append(bytes.array(), starts[number], lengths[number]);
    noLast();
  }

  boolean takesColumn(int number) {
    return takeColumns[number];
  }

  OpCode code(int number) {
    return codes[number];
  }
}
