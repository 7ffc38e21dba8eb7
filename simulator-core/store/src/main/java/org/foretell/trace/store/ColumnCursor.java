package org.foretell.trace.store;

import org.foretell.trace.BurstCounter;
import org.foretell.trace.TraceSink;

/**
 * Reads a rank's durations, the times of its calls, or what a counter counted, from their blocks,
 * one value at a time.
 */
final class ColumnCursor {
  private final RecordedTrace trace;
  private final ColumnKind kind;
  private final int rank;
  private final Block block = new Block();
  private final ByteReader in = new ByteReader();
  private long left;
  private long nextBlock;
  private long durationPs;

  /** Values of a packed block. */
  private long[] frame = {};

  private int frameAt;
  private int framed;

  ColumnCursor(RecordedTrace trace, int rank) {
    this(trace, trace.contents().columns(), ColumnKind.DURATIONS, rank);
  }

  /** The recorded times of a rank's calls. */
  static ColumnCursor callTimes(RecordedTrace trace, int rank) {
    return new ColumnCursor(trace, trace.contents().callTimes(), ColumnKind.CALL_TIMES, rank);
  }

  /** What a counter counted during a rank's bursts, plus 1; 0 where that is not known. */
  static ColumnCursor counts(RecordedTrace trace, BurstCounter counter, int rank) {
    Contents.Columns columns = trace.contents().counts().get(counter.ordinal());
    return new ColumnCursor(trace, columns, ColumnKind.of(counter), rank);
  }

  private ColumnCursor(RecordedTrace trace, Contents.Columns columns, ColumnKind kind, int rank) {
    this.trace = trace;
    this.kind = kind;
    this.rank = rank;
    int index = java.util.Arrays.binarySearch(columns.ranks(), rank);
    if (index >= 0) {
      left = columns.counts()[index];
      nextBlock = columns.firstBlocks()[index];
    }
  }

  /**
   * The next value.
   *
   * @return picoseconds, at least 0
   */
  long next() {
    long value = nextOrNone();
    if (value == TraceSink.NO_BURST) {
      throw damaged("expected a duration, found that there is none");
    }
    return value;
  }

  /**
   * The next value of a burst that may be left out.
   *
   * @return picoseconds, or {@link TraceSink#NO_BURST}
   */
  long nextOrNone() {
    if (left == 0) {
      throw damaged("expected another duration, found the end of the column");
    }
    if (frameAt == framed && in.remaining() == 0) {
      load();
    }
    if (frameAt < framed) {
      left--;
      return frame[frameAt++];
    }
    try {
      durationPs += in.zigzag();
    } catch (DamageException e) {
      throw trace.damaged(block.position, e, place());
    }
    if (durationPs < 0) {
      throw damaged("expected a duration of at least 0 ps, found " + durationPs);
    }
    left--;
    return durationPs;
  }

  private void load() {
    if (nextBlock == 0) {
      throw damaged("expected " + left + " more durations, found the end of the column");
    }
    trace.loadColumn(kind.block(), nextBlock, rank, place(), block);
    in.over(block.bytes, 0, block.length);
    nextBlock = block.next;
    durationPs = 0;
    if (block.packed) {
      unpack();
    }
  }

  private void unpack() {
    try {
      framed = ColumnFrame.readCount(in);
      frameAt = 0;
      frame = framed > frame.length ? new long[framed] : frame;
      ColumnFrame.read(in, framed, frame);
      if (in.remaining() > 0 || framed > left) {
        throw in.damage("expected the end of the durations, found more");
      }
    } catch (DamageException e) {
      throw trace.damaged(block.position, e, place());
    }
  }

  /** The rank has executed its last op. */
  void end() {
    if (left != 0) {
      throw damaged("expected all durations to be taken, found " + left + " left");
    }
  }

  private RuntimeException damaged(String what) {
    return trace.damaged(block.position, new DamageException(-1, what), place());
  }

  private String place() {
    return kind.words() + " of rank " + rank;
  }
}
