package org.foretell.parsers.dumpi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.foretell.parsers.bytes.FileBytes;
import org.foretell.trace.TraceException;

/** The big-endian numbers of one open file, from any place on. */
final class DumpiInput extends FileBytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Which part of the file is read, for messages. */
  private String part = "file";

  /**
   * Opens a file.
   *
   * @throws TraceException if it cannot be opened
   */
  DumpiInput(Path path) {
    super(path);
  }

  /** What of the file can still be read. */
  long remaining() {
    return size() - position();
  }

  /** Goes to a place of the file, at most its end. */
  void seek(long position, String newPart) {
    part = newPart;
    seek(position);
  }

  /** Names the part of the file that follows. */
  void part(String newPart) {
    part = newPart;
  }

  int u16() {
    require(Short.BYTES);
    int value = (short) SHORT.get(buffer, next) & 0xffff;
    next += Short.BYTES;
    return value;
  }

  int i32() {
    require(Integer.BYTES);
    int value = (int) INT.get(buffer, next);
    next += Integer.BYTES;
    return value;
  }

  long i64() {
    require(Long.BYTES);
    long value = (long) LONG.get(buffer, next);
    next += Long.BYTES;
    return value;
  }

  /** A number of elements, checked against what is left of the file. */
  int count(String what, int elementBytes) {
    long at = position();
    int count = i32();
    if (count < 0 || (long) count * elementBytes > remaining()) {
      throw damaged(
          at,
          what + " whose length is at most what is left of the file, " + remaining() + " bytes",
          "a length of " + count);
    }
    return count;
  }

  /** A text that begins with its length in two bytes. */
  String text() {
    byte[] bytes = new byte[u16()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) u8();
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Passes over bytes. */
  void skip(long count) {
    if (count > remaining()) {
      throw damaged(count + " more bytes", "the end of the file after " + remaining());
    }
    if (count <= filled - next) {
      next += (int) count;
    } else {
      seek(position() + count, part);
    }
  }

  @Override
  protected String place(long at) {
    return super.place(at) + ", " + part;
  }
}
