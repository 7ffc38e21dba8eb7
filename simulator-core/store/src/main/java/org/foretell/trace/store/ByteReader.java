package org.foretell.trace.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.RankSet;

/** Reads what {@link ByteWriter} wrote; every length is checked against what is left. */
final class ByteReader {
  /** Dimensions of a section; each halves what is left of 2^24 ranks, or is of no use. */
  private static final int MAX_DIMENSIONS = 24;

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = {};
  private int at;
  private int end;

  ByteReader() {}

  ByteReader(byte[] bytes, int length) {
    over(bytes, 0, length);
  }

  void over(byte[] source, int from, int to) {
    bytes = source;
    at = from;
    end = to;
  }

  int position() {
    return at;
  }

  int remaining() {
    return end - at;
  }

  DamageException damage(String message) {
    return new DamageException(at, message);
  }

  int u8() {
    if (at == end) {
      throw damage("expected another byte, found the end");
    }
    return bytes[at++] & 0xFF;
  }

  /** Passes over the next byte if it has a value; false when it has another or is none. */
  boolean skip(int value) {
    boolean found = at < end && (bytes[at] & 0xFF) == value;
    at += found ? 1 : 0;
    return found;
  }

  long varint() {
    if (at < end) {
      byte first = bytes[at];
      if (first >= 0) {
        at++;
        return first;
      }
      if (at + 1 < end) {
        byte second = bytes[at + 1];
        if (second >= 0) {
          at += 2;
          return (first & 0x7F) | (second << 7);
        }
      }
    }
    return longVarint();
  }

  /** A number of three bytes or more, mostly: durations. */
  private long longVarint() {
    if (end - at >= Long.BYTES) {
      long eight = (long) EIGHT_BYTES.get(bytes, at);
      long last = ~eight & 0x8080_8080_8080_8080L;
      if (last != 0) {
        at += (Long.numberOfTrailingZeros(last) >>> 3) + 1;
        return joined(eight & (last ^ (last - 1)));
      }
    }
    return varintByByte();
  }

  /** The lower seven bits of each of eight bytes. */
  private static long joined(long eight) {
    long by7 = eight & 0x7F7F_7F7F_7F7F_7F7FL;
    long by14 = (by7 & 0x007F_007F_007F_007FL) | (by7 & 0x7F00_7F00_7F00_7F00L) >>> 1;
    long by28 = (by14 & 0x0000_3FFF_0000_3FFFL) | (by14 & 0x3FFF_0000_3FFF_0000L) >>> 2;
    return (by28 & 0x0FFF_FFFFL) | (by28 & 0x0FFF_FFFF_0000_0000L) >>> 4;
  }

  private long varintByByte() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = u8();
      if (shift == 63 && next > 1) {
        break;
      }
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw damage("expected a number of at most 64 bits, found a longer one");
  }

  long zigzag() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** An unsigned number of at most {@code most}. */
  long atMost(long most, String what) {
    int start = at;
    long value = varint();
    if (value < 0 || value > most) {
      throw new DamageException(
          start,
          "expected " + what + " of at most " + most + ", found " + Long.toUnsignedString(value));
    }
    return value;
  }

  /** A number of things that take at least {@code bytesEach} bytes each of what is left. */
  int count(int bytesEach, String what) {
    int start = at;
    long value = varint();
    if (value < 0 || value > remaining() / bytesEach) {
      throw new DamageException(
          start,
          "expected a number of "
              + what
              + " that fit into the "
              + remaining()
              + " bytes left, found "
              + Long.toUnsignedString(value));
    }
    return (int) value;
  }

  double float64() {
    if (remaining() < 8) {
      throw damage("expected 8 bytes, found " + remaining());
    }
    long bits = 0;
    for (int i = 7; i >= 0; i--) {
      bits = (bits << 8) | (bytes[at + i] & 0xFF);
    }
    at += 8;
    return Double.longBitsToDouble(bits);
  }

  String text(String what) {
    int length = count(1, "bytes of " + what);
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length)).toString();
      at += length;
      return text;
    } catch (CharacterCodingException e) {
      throw damage("expected " + what + " in UTF-8, found other bytes");
    }
  }

  /** A set of ranks below {@code ranks}. */
  RankSet rankSet(int ranks) {
    int start = at;
    int sections = count(2, "sections of ranks");
    List<RankSet.Section> found = new ArrayList<>();
    long size = 0;
    try {
      for (int i = 0; i < sections; i++) {
        RankSet.Section section = section(ranks);
        size += section.size();
        if (size > ranks) {
          throw new DamageException(
              start, "expected each rank once, found more than " + ranks + " in one set");
        }
        found.add(section);
      }
      return RankSet.ofSections(found);
    } catch (IllegalArgumentException e) {
      throw new DamageException(
          start, "expected a set of ranks, found one that is wrong: " + e.getMessage());
    }
  }

  private RankSet.Section section(int ranks) {
    int start = at;
    int first = (int) atMost(ranks - 1, "a rank");
    int dimensions = (int) atMost(MAX_DIMENSIONS, "a number of dimensions");
    int[] counts = new int[dimensions];
    int[] strides = new int[dimensions];
    long last = first;
    for (int d = 0; d < dimensions; d++) {
      counts[d] = (int) atMost(ranks, "a count of ranks");
      strides[d] = (int) atMost(ranks, "a stride of ranks");
      last += (counts[d] - 1L) * strides[d];
    }
    if (last >= ranks) {
      throw new DamageException(
          start, "expected ranks below " + ranks + ", found a section up to rank " + last);
    }
    return new RankSet.Section(first, counts, strides);
  }
}
