package org.foretell.trace.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.foretell.trace.RankSet;

/** A growing array of bytes and the format's encodings of numbers, texts and rank sets. */
final class ByteWriter {
  private static final int MOST_VARINT_BYTES = 10;

  private byte[] bytes;
  private int size;

  ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  /** The array itself; valid until the next write. */
  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }

  void truncate(int newSize) {
    size = newSize;
  }

  void clear() {
    size = 0;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  void u8(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  /** Seven bits at a time, low ones first; the value counts as unsigned. */
  void varint(long value) {
    room(MOST_VARINT_BYTES);
    size = put(value, bytes, size);
  }

  /** Writes a varint; returns the index after it. */
  private static int put(long value, byte[] to, int start) {
    int at = start;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      to[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    return at;
  }

  void zigzag(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  /** The first {@code count} of some numbers, one after the other. */
  void zigzags(long[] values, int count) {
    room(count * MOST_VARINT_BYTES);
    int at = size;
    for (int i = 0; i < count; i++) {
      at = put((values[i] << 1) ^ (values[i] >> 63), bytes, at);
    }
    size = at;
  }

  void float64(double value) {
    room(8);
    long bits = Double.doubleToRawLongBits(value);
    for (int i = 0; i < 8; i++) {
      bytes[size++] = (byte) (bits >>> (8 * i));
    }
  }

  void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    varint(utf8.length);
    append(utf8, 0, utf8.length);
  }

  void rankSet(RankSet ranks) {
    varint(ranks.sections().size());
    for (RankSet.Section section : ranks.sections()) {
      varint(section.start());
      varint(section.counts().length);
      for (int d = 0; d < section.counts().length; d++) {
        varint(section.counts()[d]);
        varint(section.strides()[d]);
      }
    }
  }

  void append(byte[] from, int offset, int length) {
    room(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
    }
  }
}
