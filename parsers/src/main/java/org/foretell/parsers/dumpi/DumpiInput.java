package org.foretell.parsers.dumpi;

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

/** The big-endian numbers of one open file, from any place on. */
final class DumpiInput implements AutoCloseable {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final Path path;
  private final FileChannel channel;
  private final long size;
  private final byte[] buffer = new byte[1 << 16];
  private final ByteBuffer view = ByteBuffer.wrap(buffer);

  /** Where the first byte of the buffer stands in the file. */
  private long base;

  private int next;
  private int filled;

  /** Which part of the file is read, for messages. */
  private String part = "file";

  private DumpiInput(Path path, FileChannel channel, long size) {
    this.path = path;
    this.channel = channel;
    this.size = size;
  }

  /**
   * Opens a file.
   *
   * @throws TraceException if it cannot be opened
   */
  static DumpiInput open(Path path) {
    FileChannel channel = null;
    try {
      channel = FileChannel.open(path, StandardOpenOption.READ);
      return new DumpiInput(path, channel, channel.size());
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

  /** What of the file can still be read. */
  long remaining() {
    return size - position();
  }

  /** Goes to a place of the file, at most its end. */
  void seek(long position, String newPart) {
    part = newPart;
    if (position >= base && position <= base + filled) {
      next = (int) (position - base);
      return;
    }
    base = position;
    next = 0;
    filled = 0;
  }

  /** Names the part of the file that follows. */
  void part(String newPart) {
    part = newPart;
  }

  private void require(int count) {
    if (filled - next < count) {
      fill(count);
    }
  }

  private void fill(int count) {
    System.arraycopy(buffer, next, buffer, 0, filled - next);
    base += next;
    filled -= next;
    next = 0;
    try {
      while (filled < count) {
        view.limit(buffer.length).position(filled);
        int read = channel.read(view, base + filled);
        if (read < 0) {
          throw damaged(
              base + filled,
              count + " more bytes",
              "the end of the file after " + filled,
              "it was cut; copy it again, or trace again");
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
        path
            + ": byte "
            + at
            + ", "
            + part
            + ": expected "
            + expected
            + ", found "
            + found
            + "; "
            + advice);
  }
}
