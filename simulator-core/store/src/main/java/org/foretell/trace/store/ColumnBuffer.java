package org.foretell.trace.store;

import java.util.Arrays;

/**
 * The open block of a rank's column. Plain, it holds the difference of each value to the one
 * before; packed, the values themselves until the block becomes a {@link ColumnFrame}.
 */
final class ColumnBuffer {
  private static final int FEW = 16;

  private final ByteWriter block = new ByteWriter(64);
  private long[] frame = {};
  private int framed;
  private boolean packed;
  private long previousPs;
  private long count;
  private long absent;
  private long first;
  private long last;

  /** From here on values are packed; the open block is empty. */
  void pack() {
    packed = true;
  }

  boolean isPacked() {
    return packed;
  }

  void add(long durationPs) {
    if (packed) {
      if (framed == frame.length) {
        frame = Arrays.copyOf(frame, Math.max(FEW, 2 * framed));
      }
      frame[framed++] = durationPs;
    } else {
      block.zigzag(durationPs - previousPs);
      previousPs = durationPs;
    }
    count++;
  }

  /** One of the values added is that there is no burst. */
  void addAbsent() {
    absent++;
  }

  /** Values that wait to be packed. */
  int framed() {
    return framed;
  }

  /** Packs what waits. */
  void close() {
    if (framed > 0) {
      FrameWriter.write(frame, framed, ColumnStride.of(frame, framed), block);
      framed = 0;
    }
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

  /** What was stored is further on now. */
  void move(long distance) {
    if (first != 0) {
      first += distance;
      last += distance;
    }
  }

  /** Number of values so far, those that say that there is no burst among them. */
  long count() {
    return count;
  }

  /** Number of values that say that there is no burst. */
  long absent() {
    return absent;
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
