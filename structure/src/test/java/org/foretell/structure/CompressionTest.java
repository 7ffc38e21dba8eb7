package org.foretell.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

class CompressionTest {
  @Test
  void randomTracesHaveTheSameOpsAfterCompression() {
    for (long seed = 0; seed < 3000; seed++) {
      try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
        RandomStructuredTraces.of(seed).describe(builder);
        assertSameOps(builder.build(), "seed " + seed);
      }
    }
  }

  /** A table of how these could be aligned would take several gigabytes. */
  @Test
  void longProgramsWithoutRepeatsKeepTheirOps() {
    int length = 60_000;
    OpView op = new OpView();
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      builder.begin(new TraceInfo("long", 2, "", 0, List.of()));
      for (int rank = 0; rank < 2; rank++) {
        builder.beginProgram(RankSet.of(rank));
        for (int i = 0; i < length; i++) {
          op.reset(OpCode.BCAST).set(OpField.BYTES, 8L * i + rank);
          builder.op(op, List.of());
        }
        builder.endProgram();
      }
      builder.end();
      assertSameOps(builder.build(), "long");
    }
  }

  private static void assertSameOps(TraceSource before, String what) {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      Compression.compress(before, sink, DurationRule.EXACT);
      TraceSource after = sink.build();
      assertThat(after.operations()).as(what).isEqualTo(before.operations());
      OpView expected = new OpView();
      OpView found = new OpView();
      for (int rank = 0; rank < before.info().ranks(); rank++) {
        try (RankCursor a = before.open(rank);
            RankCursor b = after.open(rank)) {
          while (a.next(expected)) {
            assertThat(b.next(found)).as(what + ", rank " + rank).isTrue();
            assertThat(found.toString())
                .as(what + ", rank " + rank + ", op " + a.delivered())
                .isEqualTo(expected.toString());
          }
          assertThat(b.next(found)).as(what + ", rank " + rank).isFalse();
        }
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(what, e);
    }
  }
}
