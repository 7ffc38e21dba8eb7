package org.foretell.parsers.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * The raw file of one rank: its header, and which of its windows belong to which stream. One file
 * handle, and some bytes for each window.
 */
final class RawFile implements AutoCloseable {
  static final int WINDOW_HEADER_BYTES = 64;
  private static final int RECORDS = 0x314e4957;
  private static final int STRUCTURE = 0x534e4957;
  private static final int COLUMN = 0x434e4957;
  private static final int DEFINITIONS = 0;
  private static final int FIRST_THREAD = 1;
  private static final int BUFFERS_BYTES = 4 << 20;
  private static final int LEAST_BUFFER_BYTES = 4 << 10;
  private static final int MOST_BUFFER_BYTES = 64 << 10;

  private final RawBytes bytes;
  private final RawHeader header;
  private final Map<Integer, RawWindows> streams = new TreeMap<>();
  private final Map<Integer, RawWindows> structures = new TreeMap<>();
  private final Map<Integer, RawWindows> columns = new TreeMap<>();
  private final LeadColumns leads;
  private final List<LeadTimes> leadTimes = new ArrayList<>();
  private RawHeader.Point lastPoint;
  private boolean endsWithinOpened;

  private RawFile(RawBytes bytes, LeadColumns leads) throws IOException {
    this.bytes = bytes;
    this.leads = leads;
    ByteBuffer start = ByteBuffer.allocate(RawHeader.BYTES);
    bytes.read(start, 0);
    header = RawHeader.of(bytes.path(), start.flip());
    lastPoint = header.start();
    index();
  }

  /**
   * Opens a file and reads what its windows say of themselves.
   *
   * @throws TraceException if it cannot be read, or is damaged
   */
  static RawFile open(Path path) {
    return open(path, LeadColumns.NONE);
  }

  /**
   * Opens a file whose times may be those of other ranks.
   *
   * @param leads those ranks
   * @throws TraceException if it cannot be read, or is damaged
   */
  static RawFile open(Path path, LeadColumns leads) {
    RawBytes bytes = RawBytes.open(path);
    boolean done = false;
    try {
      RawFile file = new RawFile(bytes, leads);
      done = true;
      return file;
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    } finally {
      if (!done) {
        bytes.close();
      }
    }
  }

  private void index() throws IOException {
    ByteBuffer head = ByteBuffer.allocate(WINDOW_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long position = RawHeader.BYTES;
    for (; position + WINDOW_HEADER_BYTES <= bytes.length(); position += header.windowBytes()) {
      bytes.read(head.clear(), position);
      if (head.getInt(0) == 0) {
        continue; // reserved, never opened
      }
      add(windowsOf(head.getInt(0), position), head, position);
      endsWithinOpened = position + header.windowBytes() > bytes.length();
    }
    structures.forEach(
        (stream, windows) -> {
          if (stream == DEFINITIONS || streams.containsKey(stream)) {
            throw bytes.damaged(
                windows.positions.getLong(0) - WINDOW_HEADER_BYTES,
                "records of stream " + stream + " as they are, or as loops",
                "both");
          }
        });
  }

  private Map<Integer, RawWindows> windowsOf(int mark, long position) {
    boolean mayLoop = header.minor() >= RawHeader.MINOR_OF_LOOPS;
    if (mark == RECORDS) {
      return streams;
    }
    if (mayLoop && (mark == STRUCTURE || mark == COLUMN)) {
      return mark == STRUCTURE ? structures : columns;
    }
    throw bytes.damaged(position, "the mark of a window", "0x" + Integer.toHexString(mark));
  }

  private void add(Map<Integer, RawWindows> ofKind, ByteBuffer head, long position) {
    int stream = head.getInt(4);
    int number = head.getInt(8);
    long used = head.getInt(12) & 0xffff_ffffL;
    if (stream < 0) {
      throw bytes.damaged(position + 4, "the number of a stream", String.valueOf(stream));
    }
    RawWindows windows = ofKind.computeIfAbsent(stream, key -> new RawWindows());
    if (number != windows.positions.size()) {
      throw bytes.damaged(
          position + 8,
          "window " + windows.positions.size() + " of stream " + stream,
          "window " + number);
    }
    if (used > header.windowBytes() - WINDOW_HEADER_BYTES) {
      throw bytes.damaged(
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
    return stream(streams.getOrDefault(DEFINITIONS, new RawWindows()), MOST_BUFFER_BYTES);
  }

  /** The streams of the threads, in the order of their numbers, each from its beginning. */
  List<RawStream> threads(Definitions definitions) {
    Map<Integer, RawWindows> all = new TreeMap<>(structures);
    all.putAll(streams);
    all.remove(DEFINITIONS);
    int buffer =
        Math.max(
            LEAST_BUFFER_BYTES,
            Math.min(MOST_BUFFER_BYTES, BUFFERS_BYTES / Math.max(1, all.size())));
    List<RawStream> threads = new ArrayList<>();
    all.forEach(
        (number, windows) ->
            threads.add(
                streams.containsKey(number)
                    ? stream(windows, buffer)
                    : unfolded(number, windows, buffer, definitions)));
    return threads;
  }

  private RawStream unfolded(
      int number, RawWindows windows, int bufferBytes, Definitions definitions) {
    LeadTimes times = new LeadTimes(leads, number);
    leadTimes.add(times);
    return new UnfoldedStream(
        bytes, windows, shapes(number, windows, bufferBytes, definitions), times);
  }

  /** The shapes of a thread that recorded loops, from their beginning; null if it did not. */
  @Nullable LoopedShapes shapes(int number, Definitions definitions) {
    RawWindows windows = structures.get(number);
    return windows == null ? null : shapes(number, windows, MOST_BUFFER_BYTES, definitions);
  }

  private LoopedShapes shapes(
      int number, RawWindows windows, int bufferBytes, Definitions definitions) {
    RawStream column = stream(columns.getOrDefault(number, new RawWindows()), bufferBytes);
    boolean isWhole =
        number == FIRST_THREAD
            && header.has(RawHeader.FINALIZED)
            && !endsWithinWindow()
            && !isStopped();
    return new LoopedShapes(bytes, windows, column, definitions, isWhole);
  }

  private boolean endsWithinWindow() {
    return (bytes.length() - RawHeader.BYTES) % header.windowBytes() != 0;
  }

  /**
   * Whether a part of the file of a rank that finalized is missing. The tracer makes room for whole
   * windows, and such a rank has at least one with records. What is missing may be windows of which
   * the rest knows nothing.
   */
  boolean isCut() {
    boolean hasRecords = streams.containsKey(FIRST_THREAD) || structures.containsKey(FIRST_THREAD);
    return header.has(RawHeader.FINALIZED) && !isStopped() && (!hasRecords || endsWithinOpened);
  }

  private boolean isStopped() {
    return header.has(RawHeader.NO_SPACE) || header.has(RawHeader.TOO_MANY_THREADS);
  }

  private RawStream stream(RawWindows windows, int bufferBytes) {
    return new RawStream(bytes, windows, bufferBytes);
  }

  Path path() {
    return bytes.path();
  }

  @Override
  public void close() {
    leadTimes.forEach(LeadTimes::close);
    bytes.close();
  }
}
