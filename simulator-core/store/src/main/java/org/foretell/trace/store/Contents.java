package org.foretell.trace.store;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * All of a trace but its programs' records and its columns' values.
 *
 * @param programs by program number; their rank sets are disjoint and complete
 * @param callTimes recorded times of calls, for ranks that have them
 * @param counts by counter, in their order: what they counted, for ranks that have it
 */
record Contents(
    TraceInfo info,
    TraceTables tables,
    Totals totals,
    List<Program> programs,
    Columns columns,
    Columns callTimes,
    List<Columns> counts) {
  /** No counter counted. */
  static final List<Columns> NO_COUNTS =
      Collections.nCopies(BurstCounter.values().length, Columns.NONE);

  /**
   * What the writer counted.
   *
   * @param operations of all ranks, repeats counted as often as they run
   * @param requestSlots one more than the highest slot
   */
  record Totals(long operations, int requestSlots, Set<Capability> capabilities) {}

  /**
   * One program.
   *
   * @param kind {@link Format#KIND_SEQUENCE}, {@link Format#KIND_TASK_GRAPH} or {@link
   *     Format#KIND_RELATIVE_TASK_GRAPH}
   * @param firstBlock position of its first block
   * @param blocks number of its blocks
   * @param places number of counters that its cyclic and scoped values need; 0 for a graph
   */
  record Program(int number, int kind, RankSet ranks, long firstBlock, long blocks, int places) {
    boolean isGraph() {
      return kind != Format.KIND_SEQUENCE;
    }
  }

  /**
   * The columns of one kind, in the order of their ranks.
   *
   * @param ranks that have a column, ascending
   * @param firstBlocks position of each column's first block
   * @param counts number of values of each
   */
  record Columns(int[] ranks, long[] firstBlocks, long[] counts) {
    static final Columns NONE = new Columns(new int[0], new long[0], new long[0]);
  }

  /** What is wrong with a communicator, or null. */
  static @Nullable String problem(Communicator communicator, int ranks) {
    if (communicator.id() < Communicator.FIRST_FREE) {
      return "a communicator must have id "
          + Communicator.FIRST_FREE
          + " or above, but has "
          + communicator.id();
    }
    BitSet members = new BitSet();
    for (int rank : communicator.worldRanks()) {
      if (rank < 0 || rank >= ranks) {
        return communicator
            + " holds rank "
            + rank
            + ", but the trace has ranks 0 to "
            + (ranks - 1);
      }
      if (members.get(rank)) {
        return communicator + " holds rank " + rank + " twice";
      }
      members.set(rank);
    }
    return members.isEmpty() ? communicator + " has no members" : null;
  }
}
