package org.foretell.observe;

/** What each rank did with its time: computing, waiting, and when it was seen last. */
final class RankStatistics {
  private static final int WIDTH = 4;
  private static final int COMPUTE = 0;
  private static final int WAIT = 1;
  private static final int LAST = 2;

  /** Until when the rank is known to compute; only streams of a task graph overlap. */
  private static final int COMPUTE_END = 3;

  private final int ranks;
  private final long[] cells;

  /** By rank the waiting for links, then for buses; empty until there is some. */
  private long[] queueWaits = {};

  RankStatistics(int ranks) {
    this.ranks = ranks;
    cells = new long[Math.multiplyExact(ranks, WIDTH)];
  }

  void compute(int rank, long startPs, long endPs) {
    int row = rank * WIDTH;
    long computing = cells[row + COMPUTE_END];
    if (endPs > computing) {
      cells[row + COMPUTE] += endPs - Math.max(startPs, computing);
      cells[row + COMPUTE_END] = endPs;
    }
    cells[row + LAST] = Math.max(cells[row + LAST], endPs);
  }

  void op(int rank, long waitPs, long endPs) {
    int row = rank * WIDTH;
    cells[row + WAIT] += waitPs;
    cells[row + LAST] = Math.max(cells[row + LAST], endPs);
  }

  void waitedInQueue(int rank, boolean bus, long timePs) {
    if (queueWaits.length == 0) {
      queueWaits = new long[Math.multiplyExact(ranks, 2)];
    }
    queueWaits[2 * rank + (bus ? 1 : 0)] += timePs;
  }

  /** Waiting for links and buses so far. */
  QueueWaitSummary queueWaits(int rank) {
    return queueWaits.length == 0
        ? QueueWaitSummary.NONE
        : new QueueWaitSummary(queueWaits[2 * rank], queueWaits[2 * rank + 1]);
  }

  void finished(int rank, long timePs) {
    cells[rank * WIDTH + LAST] = timePs;
  }

  /** Adds what another collector has seen of other ranks. */
  void add(RankStatistics part) {
    for (int cell = 0; cell < cells.length; cell++) {
      cells[cell] += part.cells[cell];
    }
    if (part.queueWaits.length > 0) {
      if (queueWaits.length == 0) {
        queueWaits = new long[part.queueWaits.length];
      }
      for (int cell = 0; cell < queueWaits.length; cell++) {
        queueWaits[cell] += part.queueWaits[cell];
      }
    }
  }

  int ranks() {
    return ranks;
  }

  /** Time in bursts so far, that of several streams at once counted once. */
  long computePs(int rank) {
    return cells[rank * WIDTH + COMPUTE];
  }

  /** Time spent waiting for others so far. */
  long waitPs(int rank) {
    return cells[rank * WIDTH + WAIT];
  }

  /** When the rank finished; before that, when its latest op so far ends. */
  long lastPs(int rank) {
    return cells[rank * WIDTH + LAST];
  }

  /** When the last rank finished. */
  long makespanPs() {
    long makespanPs = 0;
    for (int rank = 0; rank < ranks; rank++) {
      makespanPs = Math.max(makespanPs, lastPs(rank));
    }
    return makespanPs;
  }

  EfficiencySummary efficiency() {
    Total computePs = Total.ZERO;
    long maxComputePs = 0;
    for (int rank = 0; rank < ranks; rank++) {
      computePs = computePs.plus(computePs(rank));
      maxComputePs = Math.max(maxComputePs, computePs(rank));
    }
    return new EfficiencySummary(ranks, makespanPs(), computePs, maxComputePs);
  }
}
