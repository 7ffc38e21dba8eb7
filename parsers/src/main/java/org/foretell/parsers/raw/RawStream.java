package org.foretell.parsers.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.foretell.trace.TraceException;

/** The records of a stream, byte by byte through all its windows. */
class RawStream {
  /** A record that the end of a cut file cuts off; all before it is whole. */
  static final class CutOff extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CutOff() {
      super("the file ends within a record", null, false, false);
    }
  }

  private final RawBytes file;
  private final RawWindows windows;
  private byte[] buffer;
  private int window = -1;

  /** Position in the file of the buffer's first byte, and the number of bytes in the buffer. */
  private long bufferAt;

  private int filled;
  private int next;

  /** Bytes of the window that are not in the buffer yet. */
  private long left;

  private boolean cut;

  RawStream(RawBytes file, RawWindows windows, int bufferBytes) {
    this.file = file;
    this.windows = windows;
    buffer = new byte[bufferBytes];
  }

  /** Ticks from which the first gap counts. */
  long firstTicks() {
    return windows.firstTicks;
  }

  /** Whether there is another record; to be asked between records only. */
  boolean hasNext() {
    while (next == filled && left == 0) {
      if (cut || window + 1 == windows.positions.size()) {
        return false;
      }
      window++;
      bufferAt = windows.positions.getLong(window);
      left = windows.used.getLong(window);
      next = 0;
      filled = 0;
    }
    return next < filled || fill();
  }

  /** Whether the file was cut within the stream. */
  boolean isCut() {
    return cut;
  }

  /** Intervals so far whose times are those of other ranks. */
  long borrowed() {
    return 0;
  }

  /** Position in the file of the next byte. */
  long position() {
    return bufferAt + next;
  }

  private boolean fill() {
    if (left == 0) {
      return false;
    }
    bufferAt += filled;
    next = 0;
    filled = 0;
    int size = (int) Math.min(left, buffer.length);
    ByteBuffer into = ByteBuffer.wrap(buffer, 0, size);
    try {
      file.read(into, bufferAt);
    } catch (IOException e) {
      throw TraceException.reading(file.path(), e);
    }
    filled = into.position();
    if (filled < size) {
      cut = true;
      left = 0;
    } else {
      left -= size;
    }
    return filled > 0;
  }

  /** Whether some of what was read last is left. */
  final boolean hasBuffered() {
    return next < filled;
  }

  /** Nothing comes after what is in the buffer. */
  final void cutOff() {
    cut = true;
    left = 0;
  }

  /** Empties the buffer, and makes room for so many bytes that are put into it. */
  final void restart(int bytes) {
    if (buffer.length < bytes) {
      buffer = new byte[Math.max(bytes, 2 * buffer.length)];
    }
    next = 0;
    filled = 0;
  }

  final void put(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      buffer[filled++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[filled++] = (byte) rest;
  }

  final void put(byte[] from, int start, int end) {
    System.arraycopy(from, start, buffer, filled, end - start);
    filled += end - start;
  }

  final int u8() {
    if (next == filled && !fill()) {
      if (cut) {
        throw new CutOff();
      }
      throw damaged("a record within its window", "the window's end");
    }
    return buffer[next++] & 0xff;
  }

  long varint() {
    int first = u8();
    if (first < 0x80) {
      return first;
    }
    long value = first & 0x7f;
    for (int shift = 7; shift < 70; shift += 7) {
      int each = u8();
      if (shift == 63 && each > 1) {
        break;
      }
      value |= (long) (each & 0x7f) << shift;
      if (each < 0x80) {
        return value;
      }
    }
    throw damaged("a number of at most 64 bits", "a longer one");
  }

  long signed() {
    long value = varint();
    return value >>> 1 ^ -(value & 1);
  }

  /** A number of at most so much. */
  long varint(long most, String what) {
    long value = varint();
    if (value < 0 || value > most) {
      throw damaged(what + " of at most " + most, Long.toUnsignedString(value));
    }
    return value;
  }

  /** The number of things that follow, each of at least a byte. */
  int count(String what) {
    long value = varint();
    if (value < 0 || value > left + filled - next) {
      if (value >= 0 && cut) {
        throw new CutOff();
      }
      throw damaged(what + " of at most " + (left + filled - next), Long.toUnsignedString(value));
    }
    return (int) value;
  }

  String text() {
    byte[] bytes = new byte[count("a length")];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) u8();
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  TraceException damaged(String expected, String found) {
    return file.damaged(position(), expected, found);
  }
}
