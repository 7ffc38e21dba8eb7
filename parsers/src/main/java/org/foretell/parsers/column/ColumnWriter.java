package org.foretell.parsers.column;

/** Gathers times of a rank before a sink gets them. Not thread safe. */
public final class ColumnWriter {
  /** Takes times. */
  public interface Target {
    /**
     * Takes times of a rank.
     *
     * @param rank world rank
     * @param timesPs picoseconds; read at once, not kept
     * @param offset index of the first
     * @param length how many, may be 0
     */
    void take(int rank, long[] timesPs, int offset, int length);
  }

  private final Target target;
  private final long[] timesPs = new long[1024];
  private int length;

  /**
   * A column without times.
   *
   * @param target gets the times
   */
  public ColumnWriter(Target target) {
    this.target = target;
  }

  /**
   * Adds a time.
   *
   * @param rank the same until the next {@link #flush}
   * @param timePs picoseconds, or what else the target allows
   */
  public void add(int rank, long timePs) {
    timesPs[length++] = timePs;
    if (length == timesPs.length) {
      flush(rank);
    }
  }

  /**
   * Passes on what has been added.
   *
   * @param rank of the times
   */
  public void flush(int rank) {
    target.take(rank, timesPs, 0, length);
    length = 0;
  }
}
