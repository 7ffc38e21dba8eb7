package org.foretell.parsers.otf2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.foretell.parsers.bytes.FileBytes;
import org.foretell.trace.TraceException;

/**
 * The bytes of one open file of an archive. After {@link #beginChunks} it is a row of chunks of a
 * fixed size, each with its header; no record reaches into the next chunk.
 */
final class RecordFile extends FileBytes {
  /** That a number is not defined. */
  static final int UNDEFINED = -1;

  static final int CHUNK_HEADER = 3;
  static final int LITTLE_ENDIAN = 0x42;
  static final int BIG_ENDIAN = 0x23;

  /** Bytes of a chunk before its first record. */
  static final int HEADER_BYTES = 2 + 2 * Long.BYTES;

  private static final int LONG_LENGTH = 255;
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private boolean isLittle = true;

  /** 0 in a file without chunks. */
  private long chunkBytes;

  /** Where the chunk, or the file, ends. */
  private long limit;

  /**
   * Opens a file.
   *
   * @throws TraceException if it cannot be opened
   */
  RecordFile(Path path) {
    super(path);
    limit = size();
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
    if (begin >= size()) {
      throw damaged(
          position(), "another chunk at byte " + begin, "a file of " + size() + " bytes", CUT);
    }
    seek(begin);
    chunk();
  }

  private void chunk() {
    limit = Math.min(size(), position() + chunkBytes);
    begin();
    u64();
    u64();
  }

  /** The next bytes must be in the chunk. */
  @Override
  protected void require(int count) {
    if (position() + count > limit) {
      throw limit < size()
          ? damaged(position(), "a record within its chunk", "one beyond its end at " + limit)
          : damaged(position(), count + " more bytes", "the end of the file", CUT);
    }
    super.require(count);
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
}
