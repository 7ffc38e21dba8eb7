package org.foretell.trace.store;

/** Reads a rank's column of durations from its blocks, one value at a time. */
final class ColumnCursor {
  private final RecordedTrace trace;
  private final int rank;
  private final Block block = new Block();
  private final ByteReader in = new ByteReader();
  private long left;
  private long nextBlock;
  private long durationPs;

  ColumnCursor(RecordedTrace trace, int rank) {
    this.trace = trace;
    this.rank = rank;
    Contents.Columns columns = trace.contents().columns();
    int index = java.util.Arrays.binarySearch(columns.ranks(), rank);
    if (index >= 0) {
      left = columns.counts()[index];
      nextBlock = columns.firstBlocks()[index];
    }
  }

  long next() {
    if (left == 0) {
      throw damaged("expected another duration, found the end of the column");
    }
    if (in.remaining() == 0) {
      if (nextBlock == 0) {
        throw damaged("expected " + left + " more durations, found the end of the column");
      }
      trace.loadColumn(nextBlock, rank, place(), block);
      in.over(block.bytes, 0, block.length);
      nextBlock = block.next;
      durationPs = 0;
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
    return "durations of rank " + rank;
  }
}
