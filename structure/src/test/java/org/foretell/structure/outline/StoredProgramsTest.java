package org.foretell.structure.outline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** Programs with stored loops have the outlines that they have unrolled. */
class StoredProgramsTest {
  private static List<String> texts(MemoryTrace trace, int leastCalls) {
    int ranks = trace.info().ranks();
    Outlines outlines = Outlines.of(trace, RankSet.range(0, ranks - 1), leastCalls);
    outlines.takeRecordedTimes();
    List<String> texts = new ArrayList<>();
    for (Outline outline : outlines.result()) {
      texts.add(outline.ranks().toString());
      IntStream.range(0, outline.lines()).forEach(line -> texts.add(outline.text(line, true)));
    }
    return texts;
  }

  private static void body(TraceSink sink, Random random, int ranks, int depth) {
    int length = 1 + random.nextInt(5);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(depth == 0 ? 3 : 5)) {
        case 0 ->
            sink.op(
                new OpView()
                    .reset(OpCode.COMPUTE)
                    .set(OpField.DURATION_PS, 1 + random.nextInt(1_000_000)));
        case 1 -> sink.op(new OpView().reset(OpCode.MARKER_BEGIN).set(OpField.MARKER, 0));
        case 2 ->
            sink.op(new OpView().reset(OpCode.BARRIER).set(OpField.CALL_SITE, random.nextInt(4)));
        default -> {
          sink.beginRepeat(times(random, ranks));
          body(sink, random, ranks, depth - 1);
          sink.endRepeat();
        }
      }
    }
  }

  private static Values times(Random random, int ranks) {
    Values.Constant one = new Values.Constant(random.nextInt(6));
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> new Values.PerRank(random.longs(ranks, 0, 5).toArray());
      case 3 -> new Values.Cyclic(random.longs(2, 0, 4).toArray());
      case 4, 5, 6 ->
          ranks == 1
              ? one
              : new Values.Scoped(
                  List.of(
                      new Values.Scope(RankSet.of(0), one),
                      new Values.Scope(
                          RankSet.range(1, ranks - 1), new Values.Constant(random.nextInt(4)))));
      default -> one;
    };
  }

  @Test
  void theyAreThoseOfUnrolledPrograms() {
    for (int seed = 0; seed < 1500; seed++) {
      Random random = new Random(seed);
      int ranks = 1 + random.nextInt(3);
      MemoryTrace.Builder builder = MemoryTrace.builder();
      builder.begin(TraceInfo.ofRanks(ranks));
      builder.marker(0, "phase");
      for (int site = 0; site < 4; site++) {
        builder.callSite(site, "line " + site);
      }
      builder.beginProgram(RankSet.range(0, ranks - 1));
      body(builder, random, ranks, 3);
      builder.endProgram();
      builder.end();
      MemoryTrace trace = builder.build();
      assertThat(texts(trace, 1)).as("seed %d", seed).isEqualTo(texts(trace, Integer.MAX_VALUE));
    }
  }

  @Test
  void soAreThoseOfAnyTrace() {
    for (long seed = 0; seed < 1500; seed++) {
      MemoryTrace.Builder builder = MemoryTrace.builder();
      RandomStructuredTraces.of(seed).describe(builder);
      MemoryTrace trace = builder.build();
      assertThat(texts(trace, 1)).as("seed %d", seed).isEqualTo(texts(trace, Integer.MAX_VALUE));
    }
  }
}
