package org.foretell.parsers.otf2;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.TraceException;

/** The numbers and texts of one file of an archive, in its byte order. */
final class BinaryInput implements Closeable {
  /** A compressed number of 4 bytes that stands for nothing. */
  static final long UNDEFINED = 0xFFFFFFFFL;

  private static final int MARK = 3;
  private static final int LITTLE = 0x42;
  private static final int BIG = 0x23;
  private static final int ALL_ONES = 255;
  private static final int LONGEST_TEXT = 1 << 20;

  private final Path path;
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int next;
  private int limit;
  private long bufferStart;
  private boolean isBig;

  private BinaryInput(Path path) throws IOException {
    this.path = path;
    in = Files.newInputStream(path);
  }

  /** Opens a file and reads its mark and byte order. */
  static BinaryInput open(Path path) {
    try {
      BinaryInput input = new BinaryInput(path);
      try {
        input.mark();
        return input;
      } catch (TraceException e) {
        input.close();
        throw e;
      }
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  /** Reads what stands at the beginning of the file and of each chunk. */
  void mark() {
    int mark = u8("the mark of OTF2");
    if (mark != MARK) {
      throw damaged("the mark of OTF2 (byte 3)", "byte " + mark);
    }
    int order = u8("a byte order");
    if (order != LITTLE && order != BIG) {
      throw damaged("a byte order (0x42 little, 0x23 big)", "0x" + Integer.toHexString(order));
    }
    isBig = order == BIG;
  }

  /** Where the next byte is in the file. */
  long position() {
    return bufferStart + next;
  }

  /** Whether the file is at its end. */
  boolean isAtEnd() {
    return next == limit && !fill();
  }

  private boolean fill() {
    bufferStart += limit;
    next = 0;
    limit = 0;
    try {
      int count = in.read(buffer, 0, buffer.length);
      limit = Math.max(count, 0);
      return count > 0;
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  /** A byte. */
  int u8(String what) {
    if (next == limit && !fill()) {
      throw damaged(what, "the end of the file; it is cut off");
    }
    return buffer[next++] & 0xFF;
  }

  /** A compressed number of up to 4 bytes, {@link #UNDEFINED} for none. */
  long c32(String what) {
    int size = u8(what);
    if (size == ALL_ONES) {
      return UNDEFINED;
    }
    if (size > Integer.BYTES) {
      throw damaged(what + " of at most 4 bytes", "one of " + size);
    }
    return number(size, what);
  }

  /** A compressed number of up to 8 bytes, -1 for none. */
  long c64(String what) {
    int size = u8(what);
    if (size == ALL_ONES) {
      return -1;
    }
    if (size > Long.BYTES) {
      throw damaged(what + " of at most 8 bytes", "one of " + size);
    }
    return number(size, what);
  }

  /** A number of 8 bytes. */
  long full64(String what) {
    return number(Long.BYTES, what);
  }

  /** A number of 4 bytes. */
  long full32(String what) {
    return number(Integer.BYTES, what);
  }

  private long number(int size, String what) {
    long value = 0;
    if (limit - next >= size) {
      if (isBig) {
        for (int i = 0; i < size; i++) {
          value = value << 8 | (buffer[next + i] & 0xFF);
        }
      } else {
        for (int i = size - 1; i >= 0; i--) {
          value = value << 8 | (buffer[next + i] & 0xFF);
        }
      }
      next += size;
      return value;
    }
    for (int i = 0; i < size; i++) {
      long digit = u8(what);
      value = isBig ? value << 8 | digit : value | digit << (8 * i);
    }
    return value;
  }

  /** A text that ends with a zero. */
  String text(String what) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int c = u8(what); c != 0; c = u8(what)) {
      if (bytes.size() == LONGEST_TEXT) {
        throw damaged(what + " of at most " + LONGEST_TEXT + " bytes", "a longer one");
      }
      bytes.write(c);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** The length of a record, from which follows where it ends. */
  long recordEnd() {
    long length = u8("the length of a record");
    if (length == ALL_ONES) {
      length = full64("the length of a record");
    }
    long end = position() + length;
    if (length < 0 || end < 0) {
      throw damaged("the length of a record", Long.toUnsignedString(length));
    }
    return end;
  }

  /** Goes on at a later place. */
  void skipTo(long position, String what) {
    long left = position - position();
    if (left < 0) {
      throw damaged(what + " that ends at byte " + position, "one that is longer");
    }
    if (left <= limit - next) {
      next += (int) left;
      return;
    }
    left -= limit - next;
    next = limit;
    try {
      in.skipNBytes(left);
    } catch (EOFException e) {
      throw damaged(what + " that ends at byte " + position, "the end of the file; it is cut off");
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
    bufferStart += limit + left;
    next = 0;
    limit = 0;
  }

  /** A message about what stands before the next byte. */
  TraceException damaged(String expected, String found) {
    return new TraceException(
        path + ": byte " + position() + ": expected " + expected + ", found " + found);
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }
}
