package org.foretell.classification.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.store.TraceStoreWriter;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedClocksTest {
  private static final int BARRIERS = 40;

  @TempDir private Path folder;

  private TraceSource trace(List<String> lines) throws IOException {
    Path stored = folder.resolve("trace.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(stored)) {
      TraceTextReader.read(new StringReader(String.join("\n", lines) + "\n"), "test", writer);
    }
    return TraceStoreReader.open(stored);
  }

  /** The clock of a rank after each barrier. */
  private static List<Long> afterBarriers(TraceSource trace, RecordedClocks clocks, int rank) {
    List<Long> times = new ArrayList<>();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        if (op.code().isCall()) {
          clocks.call(rank);
          clocks.passed(rank, op);
        } else if (op.code() == OpCode.COMPUTE) {
          clocks.burst(rank, op.durationPs());
        }
        if (op.code() == OpCode.BARRIER) {
          times.add(clocks.nowPs(rank));
        }
      }
    }
    return times;
  }

  /**
   * Rank 0 computes 100 us before each barrier, which takes 10 us; of rank 1 the tracer has lost 2
   * us each time, and at the 20th barrier the system takes the core away for 5 ms, from which rank
   * 1 is back at the next.
   */
  @Test
  void clocksThatDriftAreSetAgainWhereRanksMeet() throws IOException {
    StringBuilder calls = new StringBuilder("call_times 1 1us");
    for (int i = 0; i < BARRIERS; i++) {
      calls.append(i == 20 ? " 5008us" : i == 21 ? " 1us" : " 8us");
    }
    try (TraceSource trace =
        trace(
            List.of(
                "foretell-trace 1",
                "ranks 2",
                "program 0-1 {",
                "  init",
                "  repeat " + BARRIERS + " {",
                "    compute duration=100us",
                "    barrier",
                "  }",
                "}",
                "call_times 0 1us" + " 10us".repeat(20) + " 10us 5003us" + " 10us".repeat(18),
                calls.toString()))) {
      RecordedClocks clocks = new RecordedClocks(trace);
      List<Long> first = afterBarriers(trace, clocks, 0);
      List<Long> second = afterBarriers(trace, clocks, 1);
      assertThat(first).hasSize(BARRIERS).hasSameSizeAs(second);
      for (int i = 0; i < BARRIERS; i++) {
        double apartPs = second.get(i) - first.get(i);
        // At both ends fewer barriers tell; where rank 1 was late, it is still said to be.
        assertThat(apartPs)
            .as("after barrier " + i)
            .isCloseTo(i == 20 ? 4_998_000_000.0 : 0, within(16e6));
      }
    }
  }

  @Test
  void withoutBarriersInitialisationSetsThem() throws IOException {
    try (TraceSource trace =
        trace(
            List.of(
                "foretell-trace 1",
                "ranks 2",
                "program 0-1 {",
                "  init",
                "}",
                "call_times 0 3us",
                "call_times 1 5us"))) {
      RecordedClocks clocks = new RecordedClocks(trace);
      clocks.call(0);
      clocks.call(1);
      assertThat(clocks.nowPs(0)).isEqualTo(clocks.nowPs(1));
    }
  }
}
