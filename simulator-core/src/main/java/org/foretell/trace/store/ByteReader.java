package org.foretell.trace.store;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.RankSet;

/** Reads what {@link ByteWriter} wrote; every length is checked against what is left. */
final class ByteReader {
  /** Dimensions of a section; each halves what is left of 2^24 ranks, or is of no use. */
  private static final int MAX_DIMENSIONS = 24;

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

  private long longVarint() {
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
