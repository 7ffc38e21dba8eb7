package org.foretell.page;

import java.util.Arrays;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;

/**
 * The activity of ranks over time, as shares of equal intervals: computing, communicating, or
 * waiting for other ranks. However long a run is, and however many ranks it has, it takes at most
 * some megabytes: neighbouring ranks share a row, and intervals become longer as the run goes on.
 *
 * <p>For one replay and one thread.
 */
public final class ActivityTimes implements SimObserver {
  /** Rows times intervals, at least half of which are used. */
  private static final int CELLS = 1 << 16;

  private static final int MOST_ROWS = 256;
  private static final int MOST_INTERVALS = 1 << 11;
  private static final long FIRST_INTERVAL_PS = 1 << 10;

  /** The numbers of a cell: picoseconds of ranks in it. */
  private static final int WIDTH = 3;

  private static final int COMPUTE = 0;
  private static final int COMMUNICATION = 1;
  private static final int WAIT = 2;
  private static final int LEVELS = 255;

  private int ranks;
  private int ranksPerRow = 1;
  private int intervals = 1;
  private long intervalPs = FIRST_INTERVAL_PS;
  private long[] cells = {};
  private long lastPs;

  /** By rank until when it is known to compute; only streams of a task graph overlap. */
  private long[] computedPs = {};

  /** Creates an observer for a replay that has not begun. */
  public ActivityTimes() {}

  @Override
  public void begin(int count) {
    ranks = count;
    ranksPerRow = (count + MOST_ROWS - 1) / MOST_ROWS;
    intervals = Math.min(MOST_INTERVALS, Integer.highestOneBit(CELLS / rows()));
    cells = new long[rows() * intervals * WIDTH];
    computedPs = new long[count];
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    long fromPs = Math.max(startPs, computedPs[rank]);
    if (endPs > fromPs) {
      computedPs[rank] = endPs;
      add(rank, COMPUTE, fromPs, endPs);
    }
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    // A rank waits first: what it waits for is that the other one comes.
    add(rank, WAIT, startPs, startPs + waitPs);
    add(rank, COMMUNICATION, startPs + waitPs, endPs);
  }

  @Override
  public void finished(int rank, long timePs) {
    reach(timePs);
  }

  private void add(int rank, int what, long startPs, long endPs) {
    if (endPs <= startPs) {
      return;
    }
    reach(endPs);
    int row = rank / ranksPerRow * intervals;
    long fromPs = startPs;
    for (int i = Math.toIntExact(startPs / intervalPs); fromPs < endPs; i++) {
      long untilPs = Math.min(endPs, (i + 1) * intervalPs);
      cells[(row + i) * WIDTH + what] += untilPs - fromPs;
      fromPs = untilPs;
    }
  }

  private void reach(long timePs) {
    lastPs = Math.max(lastPs, timePs);
    while (timePs > intervals * intervalPs) {
      doubleIntervals();
    }
  }

  private void doubleIntervals() {
    intervalPs = Math.multiplyExact(intervalPs, 2);
    for (int row = 0; row < rows(); row++) {
      int from = row * intervals * WIDTH;
      for (int i = 0; i < intervals / 2; i++) {
        for (int what = 0; what < WIDTH; what++) {
          cells[from + i * WIDTH + what] =
              cells[from + 2 * i * WIDTH + what] + cells[from + (2 * i + 1) * WIDTH + what];
        }
      }
      Arrays.fill(cells, from + intervals / 2 * WIDTH, from + intervals * WIDTH, 0);
    }
  }

  /** {@return how many rows there are, 0 before a replay begins} */
  int rows() {
    return (ranks + ranksPerRow - 1) / ranksPerRow;
  }

  int ranksPerRow() {
    return ranksPerRow;
  }

  long intervalPs() {
    return intervalPs;
  }

  /** How many intervals reach up to the end of the run. */
  int usedIntervals() {
    return (int) Math.max(1, Math.min(intervals, (lastPs + intervalPs - 1) / intervalPs));
  }

  /** Row by row, interval by interval: shares computing, communicating, waiting, 255 for all. */
  byte[] shares() {
    int used = usedIntervals();
    byte[] shares = new byte[rows() * used * WIDTH];
    int next = 0;
    for (int row = 0; row < rows(); row++) {
      double wholePs =
          (double) intervalPs * (Math.min(ranks, (row + 1) * ranksPerRow) - row * ranksPerRow);
      for (int i = 0; i < used; i++) {
        for (int what = 0; what < WIDTH; what++) {
          long timePs = cells[(row * intervals + i) * WIDTH + what];
          shares[next++] = (byte) Math.min(LEVELS, Math.round(LEVELS * (timePs / wholePs)));
        }
      }
    }
    return shares;
  }
}
