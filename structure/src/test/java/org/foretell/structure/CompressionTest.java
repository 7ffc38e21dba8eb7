package org.foretell.structure;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

class CompressionTest {
  private static final int[] OTHERS = {0, 1, 2, OpView.NONE};

  @Test
  void randomTracesHaveTheSameOpsAfterCompression() {
    for (long seed = 0; seed < 3000; seed++) {
      try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
        RandomStructuredTraces.of(seed).describe(builder);
        assertSameOps(builder.build(), "seed " + seed);
      }
    }
  }

  /** A program of two ranks that is as long as a seed says, whose bursts come and go. */
  private static void describeLoop(long seed, boolean isTidy, boolean hasWork, TraceSink sink) {
    Random random = new Random(seed);
    OpView op = new OpView();
    sink.begin(new TraceInfo("loop", 2, "", 0, List.of()));
    for (int site = 0; site < 3; site++) {
      sink.callSite(site, "loop.c:" + site);
    }
    int style = random.nextInt(3);
    for (int rank = 0; rank < 2; rank++) {
      sink.beginProgram(RankSet.of(rank));
      LongArrayList durations = new LongArrayList();
      for (int i = 0; i < 100; i++) {
        int site = i % 3;
        while (random.nextInt(3) > 0) {
          int other = style == 0 ? site : style == 1 ? OpView.NONE : OTHERS[random.nextInt(4)];
          int own = isTidy ? site : other;
          op.reset(OpCode.COMPUTE);
          if (own != OpView.NONE) {
            op.set(OpField.CALL_SITE, own);
          }
          if (hasWork && random.nextInt(3) > 0) {
            op.set(OpField.FLOPS, random.nextInt(3)).set(OpField.MEMORY_BYTES, 8L * rank);
          }
          sink.op(op, List.of(Variation.DURATION_COLUMN));
          durations.add(1_000L + random.nextInt(1_000));
          if (isTidy) {
            break;
          }
        }
        op.reset(OpCode.BCAST).set(OpField.BYTES, 8).set(OpField.CALL_SITE, site);
        sink.op(op, List.of());
      }
      sink.endProgram();
      sink.durations(rank, durations.elements(), 0, durations.size());
    }
    sink.end();
  }

  @Test
  void burstsKeepTheirCallSites() {
    for (long seed = 0; seed < 200; seed++) {
      try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
        describeLoop(seed, false, false, builder);
        assertSameOps(builder.build(), "seed " + seed);
      }
    }
  }

  @Test
  void burstsKeepTheirWork() {
    for (long seed = 0; seed < 400; seed++) {
      try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
        describeLoop(seed, seed % 2 == 0, true, builder);
        assertSameOps(builder.build(), "seed " + seed);
      }
    }
  }

  @Test
  void ranksWithOtherWorkShareAProgram() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(new TraceInfo("shared", 8, "", 0, List.of()));
    OpView op = new OpView();
    for (int rank = 0; rank < 8; rank++) {
      builder.beginProgram(RankSet.of(rank));
      long[] durations = new long[50];
      for (int i = 0; i < durations.length; i++) {
        op.reset(OpCode.COMPUTE).set(OpField.FLOPS, 100L + rank).set(OpField.MEMORY_BYTES, 8);
        builder.op(op, List.of(Variation.DURATION_COLUMN));
        builder.op(op.reset(OpCode.BARRIER));
        durations[i] = 1_000L * i + rank;
      }
      builder.endProgram();
      builder.durations(rank, durations, 0, durations.length);
    }
    builder.end();
    MemoryTrace before = builder.build();
    assertSameOps(before, "shared");
    List<RankSet> programs = new ArrayList<>();
    List<String> ops = new ArrayList<>();
    try (MemoryTrace.Builder folded = MemoryTrace.builder()) {
      Compression.compress(before, folded, DurationRule.EXACT);
      folded
          .build()
          .describe(
              new ProgramSink() {
                @Override
                public void beginProgram(RankSet ranks) {
                  programs.add(ranks);
                }

                @Override
                public void op(OpView op, List<Variation> variations) {
                  ops.add(op.code() + " " + variations.size());
                }

                @Override
                public void beginRepeat(Values count) {}

                @Override
                public void endRepeat() {}

                @Override
                public void endProgram() {}
              });
    }
    assertThat(programs).hasSize(1);
    assertThat(ops).as("the duration and the flops vary").containsExactly("COMPUTE 2", "BARRIER 0");
  }

  @Test
  void loopsOfBurstsThatComeAndGoAreLoops() {
    try (MemoryTrace.Builder builder = MemoryTrace.builder();
        MemoryTrace.Builder folded = MemoryTrace.builder()) {
      describeLoop(1, true, false, builder);
      Compression.compress(builder.build(), folded, DurationRule.EXACT);
      List<OpCode> ops = new ArrayList<>();
      folded
          .build()
          .describe(
              new ProgramSink() {
                @Override
                public void beginProgram(RankSet ranks) {}

                @Override
                public void op(OpView op, List<Variation> variations) {
                  ops.add(op.code());
                }

                @Override
                public void beginRepeat(Values count) {}

                @Override
                public void endRepeat() {}

                @Override
                public void endProgram() {}

                @Override
                public void taskGraph(RankSet ranks, TaskGraph graph, boolean peersRelative) {}
              });
      assertThat(ops).hasSizeLessThan(12);
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
