package org.foretell.trace.store;

/** The open block of a rank's column: the difference of each duration to the one before. */
final class ColumnBuffer {
  private final ByteWriter block = new ByteWriter(64);
  private long previousPs;
  private long count;
  private long first;
  private long last;

  void add(long durationPs) {
    block.zigzag(durationPs - previousPs);
    previousPs = durationPs;
    count++;
  }

  int size() {
    return block.size();
  }

  byte[] array() {
    return block.array();
  }

  /** The open block was stored; the next starts from zero, so that it can be read alone. */
  void flushed(long position) {
    block.clear();
    previousPs = 0;
    last = position;
    if (first == 0) {
      first = position;
    }
  }

  /** Number of durations so far. */
  long count() {
    return count;
  }

  /** Position of the first block stored. */
  long first() {
    return first;
  }

  /** Position of the last block stored. */
  long last() {
    return last;
  }
}
