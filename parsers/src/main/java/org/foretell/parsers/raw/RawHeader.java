package org.foretell.parsers.raw;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;

/**
 * The first 4096 bytes of a raw file.
 *
 * @param minor version; from {@link #MINOR_OF_LOOPS} on there may be windows of loops; from 2 on
 *     times of other ranks, from 3 on work of bursts, from 4 on counted floating-point operations,
 *     from 5 on places in source files
 * @param windowBytes a power of two
 * @param run number of the run
 * @param flags bits, see the constants
 * @param emptyTicks what an empty pair of wrapper halves takes
 * @param start ticks and nanoseconds when tracing began
 * @param startRealNanoseconds CLOCK_REALTIME when tracing began
 * @param end the same when it ended; zeros if it did not end in order
 * @param cores of the host, 0 if the tracer did not know them
 * @param cacheLineBytes of the last level of caches, 0 if the tracer did not record them
 * @param exchanges with rank 0's clock: own ticks before, its nanoseconds, own ticks after, and 0
 *     at init or 1 at finalize, for each
 */
record RawHeader(
    int minor,
    int windowBytes,
    long run,
    int rank,
    int ranks,
    int flags,
    long emptyTicks,
    Point start,
    Point end,
    long startRealNanoseconds,
    long interruptions,
    String host,
    String library,
    String executable,
    String tracer,
    int cores,
    int cacheLineBytes,
    long[][] exchanges) {
  static final int BYTES = 4096;
  static final int MINOR_OF_LOOPS = 1;
  static final int HAS_SHMEM = 2;
  static final int TICKS_OF_COUNTER = 4;
  static final int FINALIZED = 8;
  static final int NO_SPACE = 16;
  static final int TOO_MANY_THREADS = 32;
  static final int PROCESSOR_BURSTS = 128;

  private static final long MAGIC = 0x0a1a0a0d57544689L;
  private static final int MAJOR = 1;
  private static final int MOST_MINOR = 5;
  private static final int MOST_EXCHANGES = 64;
  private static final int EXCHANGES_AT = 1024;
  private static final int LEAST_WINDOW = 64 << 10;
  private static final int MOST_WINDOW = 64 << 20;

  /** Ticks and what CLOCK_MONOTONIC_RAW showed at that time. */
  record Point(long ticks, long nanoseconds) {}

  /** Whether eight bytes are those with which raw files begin. */
  static boolean isMagic(ByteBuffer bytes) {
    return bytes.remaining() >= Long.BYTES
        && bytes.order(ByteOrder.LITTLE_ENDIAN).getLong(bytes.position()) == MAGIC;
  }

  /**
   * Reads and checks a header.
   *
   * @param bytes as much as there is of the file's first bytes, from 0 to the limit
   * @throws TraceException if it is none
   */
  static RawHeader of(Path file, ByteBuffer bytes) {
    ByteBuffer in = bytes.order(ByteOrder.LITTLE_ENDIAN);
    if (in.limit() < Long.BYTES || in.getLong(0) != MAGIC) {
      throw new TraceException(
          file + ": expected a raw trace of Foretell's tracer, found another kind of file");
    }
    if (in.limit() < BYTES) {
      throw new TraceException(
          file
              + ": expected a header of "
              + BYTES
              + " bytes, found "
              + in.limit()
              + "; the file was cut off: trace the program again");
    }
    int major = in.getShort(8) & 0xffff;
    if (major != MAJOR) {
      throw new TraceException(
          file
              + ": expected raw format version "
              + MAJOR
              + ", found version "
              + major
              + "."
              + (in.getShort(10) & 0xffff)
              + "; use the version of Foretell whose tracer wrote it");
    }
    int minor = in.getShort(10) & 0xffff;
    if (minor > MOST_MINOR) {
      throw new TraceException(
          file
              + ": expected raw format version "
              + MAJOR
              + ".0 to "
              + MAJOR
              + "."
              + MOST_MINOR
              + ", found version "
              + major
              + "."
              + minor
              + "; use the version of Foretell whose tracer wrote it");
    }
    int windowBytes = in.getInt(12);
    if (windowBytes < LEAST_WINDOW
        || windowBytes > MOST_WINDOW
        || Integer.bitCount(windowBytes) != 1) {
      throw damaged(file, 12, "a window of a power of two of 64 KiB to 64 MiB", windowBytes);
    }
    int rank = in.getInt(24);
    int ranks = in.getInt(28);
    if (ranks < 1 || ranks > TraceInfo.MAX_RANKS) {
      throw damaged(file, 28, "1 to " + TraceInfo.MAX_RANKS + " ranks", ranks);
    }
    if (rank < 0 || rank >= ranks) {
      throw damaged(file, 24, "a rank of 0 to " + (ranks - 1), rank);
    }
    int count = in.getInt(112);
    if (count < 0 || count > MOST_EXCHANGES) {
      throw damaged(file, 112, "at most " + MOST_EXCHANGES + " clock exchanges", count);
    }
    long[][] exchanges = new long[count][4];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < 4; j++) {
        exchanges[i][j] = in.getLong(EXCHANGES_AT + 32 * i + 8 * j);
      }
    }
    return new RawHeader(
        minor,
        windowBytes,
        in.getLong(16),
        rank,
        ranks,
        in.getInt(40),
        in.getInt(44) & 0xffff_ffffL,
        new Point(in.getLong(48), in.getLong(56)),
        new Point(in.getLong(72), in.getLong(80)),
        in.getLong(64),
        in.getLong(96),
        text(in, 128, 64),
        text(in, 192, 256),
        text(in, 448, 512),
        text(in, 960, 32),
        Math.max(0, in.getInt(116)),
        cacheLineBytes(file, in.getInt(120)),
        exchanges);
  }

  private static int cacheLineBytes(Path file, int bytes) {
    if (bytes < 0 || bytes > TraceInfo.MAX_CACHE_LINE_BYTES) {
      throw damaged(
          file, 120, "a cache line of at most " + TraceInfo.MAX_CACHE_LINE_BYTES + " bytes", bytes);
    }
    return bytes;
  }

  private static TraceException damaged(Path file, int at, String expected, long found) {
    return new TraceException(
        file
            + ": byte "
            + at
            + " of the header: expected "
            + expected
            + ", found "
            + found
            + "; the file is damaged: trace the program again");
  }

  private static String text(ByteBuffer in, int at, int bytes) {
    int end = at;
    while (end < at + bytes && in.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - at];
    in.get(at, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }
}
