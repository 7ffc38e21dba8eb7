package org.foretell.parsers.otf2;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one open file of an archive. After {@link #beginChunks} it is a row of chunks of a
 * fixed size, each with its header; no record reaches into the next chunk.
 */
final class RecordFile implements AutoCloseable {
  /** That a number is not defined. */
  static final int UNDEFINED = -1;

  static final int CHUNK_HEADER = 3;
  static final int LITTLE_ENDIAN = 0x42;
  static final int BIG_ENDIAN = 0x23;

  /** Bytes of a chunk before its first record. */
  static final int HEADER_BYTES = 2 + 2 * Long.BYTES;

  private static final int LONG_LENGTH = 255;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final Path path;
  private final FileChannel channel;
  private final long size;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ByteBuffer view = ByteBuffer.wrap(buffer);

  /** Where the first byte of the buffer stands in the file. */
  private long base;

  private int next;
  private int filled;
  private boolean isLittle = true;

  /** 0 in a file without chunks. */
  private long chunkBytes;

  /** Where the chunk, or the file, ends. */
  private long limit;

  private RecordFile(Path path, FileChannel channel, long size) {
    this.path = path;
    this.channel = channel;
    this.size = size;
    limit = size;
  }

  /**
   * Opens a file.
   *
   * @throws TraceException if it cannot be opened
   */
  static RecordFile open(Path path) {
    FileChannel channel = null;
    try {
      channel = FileChannel.open(path, StandardOpenOption.READ);
      return new RecordFile(path, channel, channel.size());
    } catch (IOException e) {
      close(path, channel);
      throw TraceException.reading(path, e);
    }
  }

  private static void close(Path path, @Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  @Override
  public void close() {
    close(path, channel);
  }

  Path path() {
    return path;
  }

  long size() {
    return size;
  }

  /** Where the next byte stands. */
  long position() {
    return base + next;
  }

  /** Reads the two bytes with which every file begins. */
  void begin() {
    long at = position();
    int mark = u8();
    int order = u8();
    if (mark != CHUNK_HEADER || (order != LITTLE_ENDIAN && order != BIG_ENDIAN)) {
      throw damaged(
          at,
          "the header of an OTF2 file or chunk (03 42 or 03 23)",
          String.format("%02x %02x", mark, order));
    }
    isLittle = order == LITTLE_ENDIAN;
  }

  /** Reads the header of the first chunk. */
  void beginChunks(long bytes) {
    chunkBytes = bytes;
    chunk();
  }

  /** Goes on with the next chunk. */
  void nextChunk() {
    long begin = position() / chunkBytes * chunkBytes;
    if (position() > begin) {
      begin += chunkBytes;
    }
    if (begin >= size) {
      throw damaged(
          position(), "another chunk at byte " + begin, "a file of " + size + " bytes", CUT);
    }
    seek(begin);
    chunk();
  }

  private void chunk() {
    limit = Math.min(size, position() + chunkBytes);
    begin();
    u64();
    u64();
  }

  private void seek(long position) {
    if (position >= base && position <= base + filled) {
      next = (int) (position - base);
    } else {
      base = position;
      next = 0;
      filled = 0;
    }
  }

  private void require(int count) {
    if (filled - next < count || position() + count > limit) {
      fill(count);
    }
  }

  private void fill(int count) {
    if (position() + count > limit) {
      throw limit < size
          ? damaged(position(), "a record within its chunk", "one beyond its end at " + limit)
          : damaged(position(), count + " more bytes", "the end of the file", CUT);
    }
    System.arraycopy(buffer, next, buffer, 0, filled - next);
    base += next;
    filled -= next;
    next = 0;
    try {
      while (filled < count) {
        view.limit(buffer.length).position(filled);
        int read = channel.read(view, base + filled);
        if (read < 0) {
          throw damaged(base + filled, count + " more bytes", "the end of the file", CUT);
        }
        filled += read;
      }
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  int u8() {
    require(1);
    return buffer[next++] & 0xff;
  }

  /** A number of eight bytes. */
  long u64() {
    require(Long.BYTES);
    long value = (long) (isLittle ? LITTLE : BIG).get(buffer, next);
    next += Long.BYTES;
    return value;
  }

  /** A number that is stored without its leading zeros; -1 if it is not defined. */
  long compressed64() {
    int length = u8();
    if (length == 0) {
      return 0;
    }
    if (length == LONG_LENGTH) {
      return UNDEFINED;
    }
    if (length > Long.BYTES) {
      throw damaged(position() - 1, "the length of a number, at most 8", "" + length);
    }
    require(length);
    int unused = Long.SIZE - Byte.SIZE * length;
    long value;
    if (next + Long.BYTES <= filled) {
      value =
          isLittle
              ? ((long) LITTLE.get(buffer, next) << unused) >>> unused
              : (long) BIG.get(buffer, next) >>> unused;
    } else {
      value = 0;
      for (int i = 0; i < length; i++) {
        int place = isLittle ? i : length - 1 - i;
        value |= (buffer[next + i] & 0xffL) << (Byte.SIZE * place);
      }
    }
    next += length;
    return value;
  }

  /** A number of at most 32 bits that is stored without its leading zeros. */
  int compressed32() {
    long value = compressed64();
    if (value != UNDEFINED && value >>> Integer.SIZE != 0) {
      throw damaged("a number below 4294967296", Long.toUnsignedString(value));
    }
    return (int) value;
  }

  /** A text that ends with a zero byte before a place. */
  String text(long end) {
    byte[] bytes = new byte[64];
    int length = 0;
    while (true) {
      if (position() >= end) {
        throw damaged("a text that ends with a zero byte", "none before the end of its record");
      }
      int b = u8();
      if (b == 0) {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
      }
      if (length == bytes.length) {
        bytes = java.util.Arrays.copyOf(bytes, 2 * length);
      }
      bytes[length++] = (byte) b;
    }
  }

  /** Reads the length of a record and returns where it ends. */
  long recordEnd() {
    long at = position();
    int shortLength = u8();
    long length = shortLength == LONG_LENGTH ? u64() : shortLength;
    if (length < 0 || length > limit - position()) {
      throw damaged(
          at,
          "a record of at most " + (limit - position()) + " bytes",
          "a length of " + Long.toUnsignedString(length));
    }
    return position() + length;
  }

  /** Goes to the end of a record. */
  void end(long recordEnd) {
    if (position() > recordEnd) {
      throw damaged("a record that ends at byte " + recordEnd, "one with more fields");
    }
    seek(recordEnd);
  }

  private static final String CUT = "the file was cut; copy it again, or trace again";
  private static final String DAMAGED = "the file is damaged; copy it again, or trace again";

  /** The message of a file that holds something else than it must, at the next byte. */
  TraceException damaged(String expected, String found) {
    return damaged(position(), expected, found);
  }

  /** The message of a file that holds something else than it must at a place. */
  TraceException damaged(long at, String expected, String found) {
    return damaged(at, expected, found, DAMAGED);
  }

  /** The message of a file that holds something else than it must, and what to do about it. */
  TraceException damaged(long at, String expected, String found, String advice) {
    return new TraceException(
        path + ": byte " + at + ": expected " + expected + ", found " + found + "; " + advice);
  }
}
