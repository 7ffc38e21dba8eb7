package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.junit.jupiter.api.Test;

class SharedProgramTest {
  private static final int RANKS = 20_000;
  private static final int ROUNDS = 100;

  /** Tables of 20,000 numbers do not fit into one block, so the repeat spans several. */
  private static TraceSource withLargeTables() {
    long[] first = new long[RANKS];
    long[] second = new long[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
      first[rank] = 1_000_000L + rank;
      second[rank] = 2_000_000L + rank;
    }
    OpView burst = new OpView().reset(OpCode.COMPUTE);
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      builder.begin(TraceInfo.ofRanks(RANKS));
      builder.beginProgram(RankSet.range(0, RANKS - 1));
      builder.beginRepeat(ROUNDS);
      builder.op(burst, List.of(table(first)));
      builder.beginRepeat(0);
      builder.op(burst, List.of(table(second)));
      builder.endRepeat();
      builder.beginRepeat(2);
      builder.op(burst, List.of(table(second)));
      builder.endRepeat();
      builder.endRepeat();
      builder.endProgram();
      builder.end();
      return builder.build();
    }
  }

  private static Variation table(long[] values) {
    return new Variation(OpField.DURATION_PS, false, new Values.PerRank(values));
  }

  @Test
  void largeTablesWithinRepeatsAreReadOnceForAllRanks() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (TraceSource trace = withLargeTables()) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int rank = 0; rank < RANKS; rank++) {
        expectOps(trace, rank);
      }
      // Reading the tables again for each rank would take 6 GB, in each round of each 600 GB.
      assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2_000_000_000L);
    }
  }

  private static void expectOps(TraceSource trace, int rank) {
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      for (int i = 0; i < 3 * ROUNDS; i++) {
        long expected = (i % 3 == 0 ? 1_000_000L : 2_000_000L) + rank;
        if (!cursor.next(op) || op.durationPs() != expected) {
          assertThat(op.durationPs()).as("rank %d, op %d", rank, i).isEqualTo(expected);
        }
      }
      assertThat(cursor.next(op)).isFalse();
    }
  }
}
