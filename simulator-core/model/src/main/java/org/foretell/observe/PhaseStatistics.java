package org.foretell.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Time between the two ends of each marker. Ops cost nothing here: when a marker is passed the
 * rank's sums are compared with those at the other end.
 */
final class PhaseStatistics {
  /** An open phase: its marker, the rank's sums at its beginning, what phases within it took. */
  private static final int FRAME = 7;

  private static final int MARKER = 0;
  private static final int BEGIN = 1;
  private static final int INNER = 4;

  /** A phase of a rank: how often entered, sums with and without inner phases. */
  private static final int WIDTH = 7;

  private static final int COUNT = 0;
  private static final int INCLUSIVE = 1;
  private static final int EXCLUSIVE = 4;

  /** The sums: time, compute, wait. */
  private static final int SUMS = 3;

  private final RankStatistics ranks;
  private final KeyedCells phases = new KeyedCells(WIDTH);
  private final int[] depths;
  private final long[] @Nullable [] stacks;
  private final long[] nowPs = new long[SUMS];

  PhaseStatistics(RankStatistics ranks) {
    this.ranks = ranks;
    depths = new int[ranks.ranks()];
    stacks = new long[ranks.ranks()][];
  }

  void begin(int rank, int marker, long timePs) {
    long[] stack = stacks[rank];
    int frame = depths[rank] * FRAME;
    if (stack == null || frame == stack.length) {
      stack = stack == null ? new long[2 * FRAME] : Arrays.copyOf(stack, 2 * stack.length);
      stacks[rank] = stack;
    }
    read(rank, timePs);
    stack[frame + MARKER] = marker;
    System.arraycopy(nowPs, 0, stack, frame + BEGIN, SUMS);
    Arrays.fill(stack, frame + INNER, frame + INNER + SUMS, 0);
    depths[rank]++;
  }

  /** Ends a phase, and those within it that are still open. */
  void end(int rank, int marker, long timePs) {
    long[] stack = stacks[rank];
    if (stack == null || !isOpen(stack, marker, depths[rank])) {
      return;
    }
    read(rank, timePs);
    long ended;
    do {
      ended = stack[(depths[rank] - 1) * FRAME + MARKER];
      pop(rank, stack);
    } while (ended != marker);
  }

  /** Ends all phases that are still open. */
  void endAll(int rank) {
    long[] stack = stacks[rank];
    if (stack == null) {
      return;
    }
    read(rank, ranks.lastPs(rank));
    while (depths[rank] > 0) {
      pop(rank, stack);
    }
  }

  /** Adds what another collector has seen of other ranks, whose phases end. */
  void add(PhaseStatistics part) {
    for (int rank = 0; rank < depths.length; rank++) {
      part.endAll(rank);
    }
    for (long key : part.phases.keys()) {
      int from = part.phases.offset(key);
      int row = phases.offset(key);
      for (int cell = 0; cell < WIDTH; cell++) {
        phases.cells()[row + cell] += part.phases.cells()[from + cell];
      }
    }
  }

  private void read(int rank, long timePs) {
    nowPs[0] = timePs;
    nowPs[1] = ranks.computePs(rank);
    nowPs[2] = ranks.waitPs(rank);
  }

  private void pop(int rank, long[] stack) {
    int depth = --depths[rank];
    int frame = depth * FRAME;
    int marker = (int) stack[frame + MARKER];
    boolean outermost = !isOpen(stack, marker, depth);
    int row = phases.offset((long) marker << 32 | rank);
    long[] cells = phases.cells();
    cells[row + COUNT]++;
    for (int sum = 0; sum < SUMS; sum++) {
      long spanPs = nowPs[sum] - stack[frame + BEGIN + sum];
      if (outermost) {
        cells[row + INCLUSIVE + sum] += spanPs;
      }
      cells[row + EXCLUSIVE + sum] += spanPs - stack[frame + INNER + sum];
      if (depth > 0) {
        stack[frame - FRAME + INNER + sum] += spanPs;
      }
    }
  }

  private static boolean isOpen(long[] stack, int marker, int depth) {
    for (int level = 0; level < depth; level++) {
      if (stack[level * FRAME + MARKER] == marker) {
        return true;
      }
    }
    return false;
  }

  /** By marker; ends all phases first. */
  List<PhaseSummary> summaries() {
    for (int rank = 0; rank < depths.length; rank++) {
      endAll(rank);
    }
    long[] keys = phases.keys();
    List<PhaseSummary> summaries = new ArrayList<>();
    for (int from = 0, to; from < keys.length; from = to) {
      to = from + 1;
      while (to < keys.length && keys[to] >>> 32 == keys[from] >>> 32) {
        to++;
      }
      summaries.add(summary(keys, from, to));
    }
    return List.copyOf(summaries);
  }

  private PhaseSummary summary(long[] keys, int from, int to) {
    long count = 0;
    long maxTimePs = 0;
    long maxComputePs = 0;
    Total[] totals = new Total[WIDTH];
    Arrays.fill(totals, Total.ZERO);
    for (int i = from; i < to; i++) {
      int row = phases.offset(keys[i]);
      long[] cells = phases.cells();
      count += cells[row + COUNT];
      maxTimePs = Math.max(maxTimePs, cells[row + INCLUSIVE]);
      maxComputePs = Math.max(maxComputePs, cells[row + INCLUSIVE + 1]);
      for (int cell = INCLUSIVE; cell < WIDTH; cell++) {
        totals[cell] = totals[cell].plus(cells[row + cell]);
      }
    }
    return new PhaseSummary(
        (int) (keys[from] >>> 32),
        count,
        to - from,
        times(totals, INCLUSIVE),
        times(totals, EXCLUSIVE),
        maxTimePs,
        maxComputePs);
  }

  private static PhaseTimes times(Total[] totals, int first) {
    return new PhaseTimes(totals[first], totals[first + 1], totals[first + 2]);
  }
}
