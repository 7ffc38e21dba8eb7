package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;

/** What it takes to walk over records of many numbers, of which each time one is needed. */
class LongRecordsTest {
  private static MemoryTrace trace(int ranks, String program) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    String text =
        "foretell-trace 1%nranks %d%nprogram 0-%d {%n%s%n}%n"
            .formatted(
                ranks, ranks - 1, program.replaceAll(" (?=compute|repeat|})|(?<=\\{) ", "\n"));
    TraceTextReader.read(new StringReader(text), "test", builder);
    return builder.build();
  }

  private static String list(int count, String separator, IntFunction<String> item) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(separator));
  }

  private static String cycle(int length, int first) {
    return "cycle(" + list(length, ",", i -> first + i + "ps") + ")";
  }

  /** Walks over a rank's bursts; their durations one after the other. */
  private static long[] durations(MemoryTrace trace, int rank) {
    OpView view = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      return IntStream.iterate(0, i -> cursor.next(view), i -> i + 1)
          .mapToLong(
              i -> {
                assertThat(view.code()).isEqualTo(OpCode.COMPUTE);
                return view.get(OpField.DURATION_PS);
              })
          .toArray();
    }
  }

  @Test
  void aLongCycleInARepeatIsDecodedOnce() {
    int length = 20_000;
    try (MemoryTrace trace =
        trace(1, "repeat %d { compute duration=%s }".formatted(length, cycle(length, 1)))) {
      assertThat(durations(trace, 0))
          .isEqualTo(IntStream.range(1, length + 1).asLongStream().toArray());
      assertThat(trace.decoder().work()).isLessThan(6L * length);
    }
  }

  @Test
  void longCyclesInSeveralBlocksOfABodyAreDecodedOnce() {
    int length = 9_000;
    String inner =
        "compute duration=%s compute duration=7ps repeat 2 { compute duration=%s } compute duration=8ps"
            .formatted(cycle(length, 1), cycle(length, 100_000));
    try (MemoryTrace trace = trace(1, "repeat %d { %s }".formatted(length, inner))) {
      assertThat(trace.contents().programs().get(0).blocks()).isGreaterThan(1);
      long[] found = durations(trace, 0);
      assertThat(found).hasSize(5 * length);
      for (int i = 0; i < length; i++) {
        assertThat(found[5 * i]).isEqualTo(1 + i);
        assertThat(found[5 * i + 1]).isEqualTo(7);
        assertThat(found[5 * i + 2]).isEqualTo(100_000 + 2 * i % length);
        assertThat(found[5 * i + 3]).isEqualTo(100_000 + (2 * i + 1) % length);
        assertThat(found[5 * i + 4]).isEqualTo(8);
      }
      assertThat(trace.decoder().work()).isLessThan(200L * length);
    }
  }

  @Test
  void cyclesThatAreTooManyToBeKeptAreDecodedAgain() {
    int length = 1 << 21;
    Values cycle = new Values.Cyclic(LongStream.range(0, length).map(n -> n % 5).toArray());
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(TraceInfo.ofRanks(1));
    builder.beginProgram(RankSet.of(0));
    builder.beginRepeat(6);
    OpView burst = new OpView().reset(OpCode.COMPUTE);
    for (int i = 0; i < 3; i++) {
      builder.op(burst, List.of(new Variation(OpField.DURATION_PS, false, cycle)));
    }
    builder.endRepeat();
    builder.endProgram();
    builder.end();
    try (MemoryTrace trace = builder.build()) {
      assertThat(durations(trace, 0))
          .containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 0, 0, 0);
    }
  }

  @Test
  void manyScopesAreDecodedOnceForAllRanks() {
    int ranks = 3_000;
    String by = "by(" + list(ranks, "; ", rank -> rank + ": " + (7 * rank) + "ps") + ")";
    String pairs =
        "by("
            + list(ranks / 2, "; ", i -> "%d,%d: cycle(%dps,3ps)".formatted(i, i + ranks / 2, i))
            + ")";
    int times = 50;
    String program =
        list(times, " ", i -> "compute duration=%s compute duration=%s".formatted(by, pairs));
    try (MemoryTrace trace = trace(ranks, program)) {
      for (int rank = 0; rank < ranks; rank++) {
        long[] found = durations(trace, rank);
        assertThat(found).hasSize(2 * times);
        assertThat(found[2]).isEqualTo(7L * rank);
        assertThat(found[3]).isEqualTo(rank % (ranks / 2));
      }
      // Some ten words for each scope, looked at for the first rank and again for whoever was late.
      assertThat(trace.decoder().work()).isLessThan(60L * times * ranks);
    }
  }

  @Test
  void indexesAnswerAsSearchingDoes() {
    int ranks = 960;
    String blocks = list(80, "; ", i -> "%d-%d: %dps".formatted(12 * i, 12 * i + 11, i));
    String columns =
        list(96, "; ", i -> list(10, ",", row -> String.valueOf(96 * row + i)) + ": " + i + "ps");
    try (MemoryTrace trace =
        trace(
            ranks, "compute duration=by(%s) compute duration=by(%s)".formatted(blocks, columns))) {
      for (int rank = 0; rank < ranks; rank++) {
        assertThat(durations(trace, rank)).containsExactly(rank / 12, rank % 96);
      }
    }
  }
}
