package org.foretell.extrapolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtrapolatedWorkTest {
  @TempDir private Path folder;

  private Path output() {
    return folder.resolve("out.bin");
  }

  @Test
  void workAndCountsOfBurstsFollowLawsOfTheirOwn() throws IOException {
    List<Path> traces = new ArrayList<>();
    for (int count : new int[] {2, 4, 8, 16}) {
      traces.add(Files.writeString(folder.resolve("work." + count + ".txt"), worked(count)));
    }
    ExtrapolationResult result = Extrapolation.of(traces.subList(0, 3)).ranks(16).to(output());
    assertThat(result.warnings()).isEmpty();
    assertThat(result.amounts())
        .anyMatch(use -> use.law().equals("8000 flops p^-1.00") && Math.round(use.mean()) == 500)
        .anyMatch(use -> use.law().equals("64.00 bytes"))
        .anyMatch(use -> use.law().equals("100.0 instructions p"));
    assertThat(amounts(output())).hasSize(32).isEqualTo(amounts(traces.get(3)));
  }

  private static String worked(int ranks) {
    StringBuilder text = new StringBuilder("foretell-trace 1\nranks " + ranks + "\n");
    text.append("call_site 0 \"a.c:1\"\ncall_site 1 \"a.c:2\"\n");
    for (int rank = 0; rank < ranks; rank++) {
      text.append("program " + rank + " {\n  compute duration=10us flops=" + 8000 / ranks);
      text.append(" memory_bytes=64 call_site=0\n  barrier call_site=0\n");
      // What takes no time does something all the same.
      text.append("  compute duration=0us flops=32 call_site=1\n  barrier call_site=1\n}\n");
      text.append("counted_instructions " + rank + " " + 100 * ranks + " 7\n");
      text.append("counted_cache_misses " + rank + " 0 0\n");
    }
    return text.toString();
  }

  /** What each burst of each rank does. */
  private static List<List<Long>> amounts(Path trace) {
    List<List<Long>> amounts = new ArrayList<>();
    OpView op = new OpView();
    try (OpenTrace open = new TraceReading().open(trace)) {
      for (int rank = 0; rank < open.source().info().ranks(); rank++) {
        BurstCounts counts = open.source().counts(rank).orElseThrow();
        RankCursor cursor = open.source().open(rank);
        while (cursor.next(op)) {
          if (op.code() == OpCode.COMPUTE) {
            counts.next();
            amounts.add(
                List.of(
                    (long) rank,
                    op.durationPs(),
                    op.get(OpField.FLOPS),
                    op.get(OpField.MEMORY_BYTES),
                    counts.get(BurstCounter.INSTRUCTIONS),
                    counts.get(BurstCounter.CACHE_MISSES),
                    counts.get(BurstCounter.CYCLES)));
          }
        }
      }
    }
    return amounts;
  }
}
