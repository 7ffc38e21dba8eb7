package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.trace.TraceException;

/**
 * The raw file of one rank: its header, and which of its windows belong to which stream. One file
 * handle, and some bytes for each window.
 */
final class RawFile implements AutoCloseable {
  static final int WINDOW_HEADER_BYTES = 64;
  private static final int WINDOW_MAGIC = 0x314e4957;
  private static final int DEFINITIONS = 0;
  private static final int BUFFERS_BYTES = 4 << 20;
  private static final int LEAST_BUFFER_BYTES = 4 << 10;
  private static final int MOST_BUFFER_BYTES = 64 << 10;

  private final Path path;
  private final FileChannel channel;
  private final long length;
  private final RawHeader header;
  private final Map<Integer, Windows> streams = new TreeMap<>();
  private RawHeader.Point lastPoint;

  /** The windows of a stream. */
  static final class Windows {
    /** Where the content of each begins in the file. */
    final LongArrayList positions = new LongArrayList();

    /** How many bytes of it are used. */
    final LongArrayList used = new LongArrayList();

    /** Ticks from which the first gap counts. */
    long firstTicks;
  }

  private RawFile(Path path, FileChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    length = channel.size();
    ByteBuffer start = ByteBuffer.allocate(RawHeader.BYTES);
    read(start, 0);
    header = RawHeader.of(path, start.flip());
    lastPoint = header.start();
    index();
  }

  /**
   * Opens a file and reads what its windows say of themselves.
   *
   * @throws TraceException if it cannot be read, or is damaged
   */
  static RawFile open(Path path) {
    try {
      FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
      boolean done = false;
      try {
        RawFile file = new RawFile(path, channel);
        done = true;
        return file;
      } finally {
        if (!done) {
          channel.close();
        }
      }
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  private void index() throws IOException {
    ByteBuffer head = ByteBuffer.allocate(WINDOW_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long position = RawHeader.BYTES;
    for (; position + WINDOW_HEADER_BYTES <= length; position += header.windowBytes()) {
      read(head.clear(), position);
      if (head.getInt(0) == 0) {
        continue; // reserved, never opened
      }
      if (head.getInt(0) != WINDOW_MAGIC) {
        throw damaged(position, "the mark of a window", "0x" + Integer.toHexString(head.getInt(0)));
      }
      add(head, position);
    }
  }

  private void add(ByteBuffer head, long position) {
    int stream = head.getInt(4);
    int number = head.getInt(8);
    long used = head.getInt(12) & 0xffff_ffffL;
    if (stream < 0) {
      throw damaged(position + 4, "the number of a stream", String.valueOf(stream));
    }
    Windows windows = streams.computeIfAbsent(stream, key -> new Windows());
    if (number != windows.positions.size()) {
      throw damaged(
          position + 8,
          "window " + windows.positions.size() + " of stream " + stream,
          "window " + number);
    }
    if (used > header.windowBytes() - WINDOW_HEADER_BYTES) {
      throw damaged(
          position + 12,
          "at most " + (header.windowBytes() - WINDOW_HEADER_BYTES) + " bytes in a window",
          String.valueOf(used));
    }
    if (number == 0) {
      windows.firstTicks = head.getLong(32);
    }
    windows.positions.add(position + WINDOW_HEADER_BYTES);
    windows.used.add(used);
    RawHeader.Point point = new RawHeader.Point(head.getLong(16), head.getLong(24));
    if (point.ticks() > lastPoint.ticks()) {
      lastPoint = point;
    }
  }

  RawHeader header() {
    return header;
  }

  /** The latest point of the clock that a window shows; the start if there is none. */
  RawHeader.Point lastPoint() {
    return lastPoint;
  }

  /** The stream of definitions, from its beginning. */
  RawStream definitions() {
    return stream(streams.getOrDefault(DEFINITIONS, new Windows()), MOST_BUFFER_BYTES);
  }

  /** The streams of the threads, in the order of their numbers, each from its beginning. */
  List<RawStream> threads() {
    int buffer =
        Math.max(
            LEAST_BUFFER_BYTES,
            Math.min(MOST_BUFFER_BYTES, BUFFERS_BYTES / Math.max(1, streams.size())));
    List<RawStream> threads = new ArrayList<>();
    streams.forEach(
        (number, windows) -> {
          if (number != DEFINITIONS) {
            threads.add(stream(windows, buffer));
          }
        });
    return threads;
  }

  private RawStream stream(Windows windows, int bufferBytes) {
    return new RawStream(this, windows, bufferBytes);
  }

  Path path() {
    return path;
  }

  long length() {
    return length;
  }

  /** Reads until the buffer is full or the file ends. */
  void read(ByteBuffer into, long position) throws IOException {
    long at = position;
    while (into.hasRemaining()) {
      int count = channel.read(into, at);
      if (count < 0) {
        return;
      }
      at += count;
    }
  }

  TraceException damaged(long at, String expected, String found) {
    return new TraceException(
        path
            + ": byte "
            + at
            + ": expected "
            + expected
            + ", found "
            + found
            + "; the file is damaged: trace the program again");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }
}
