package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.SortedMap;
import org.foretell.trace.BurstKind;
import org.foretell.trace.CountedBursts;
import org.foretell.trace.OpView;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;

/** Sums of counts by call site, and what limits bursts. */
class CountedBurstsTest {
  private static final String TEXT =
      """
      foretell-trace 1
      ranks 2
      call_site 0 "a.c:1"
      program 0-1 {
        repeat 2 {
          compute duration=3us call_site=0
          barrier
          compute duration=5us
          barrier
        }
      }
      counted_instructions 0 100 1000 200 3000
      counted_cycles 0 50 4000 unknown 6000
      counted_cache_misses 0 1 20 2 30
      counted_flops 0 70 7 7 unknown
      counted_instructions 1 300 1 1 1
      counted_cycles 1 150 1 1 1
      counted_cache_misses 1 3 0 0 0
      counted_flops 1 30 1 1 1
      """;

  private static SortedMap<Integer, CountedBursts> counted(String text) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    TraceTextReader.read(new StringReader(text), "test", builder);
    return builder.build().countedBursts();
  }

  @Test
  void sumsAreOfBurstsOfWhichAllIsKnown() {
    SortedMap<Integer, CountedBursts> counted = counted(TEXT);
    assertThat(counted.keySet()).containsExactly(OpView.NONE, 0);
    assertThat(counted.get(0)).isEqualTo(new CountedBursts(3, 9e6, 401, 201, 4, 101));
    CountedBursts others = counted.get(OpView.NONE);
    assertThat(others.flops()).isNaN();
    assertThat(others.bursts()).isEqualTo(4);
    assertThat(others.cycles()).isEqualTo(10_002);
    assertThat(others.missesPerThousandInstructions()).isCloseTo(50_000 / 4002.0, within(1e-9));
    assertThat(counted.get(0).flopsPerByte(64)).isEqualTo(101 / 256.0);
    assertThat(counted.get(0).flopsPerByte(0)).isNaN();
  }

  @Test
  void aTraceWithoutCountsHasNoSums() {
    assertThat(counted(TEXT.substring(0, TEXT.indexOf("counted_")))).isEmpty();
    assertThat(counted(TEXT.replaceAll("counted_c.*\n", "")).get(0).kind())
        .isEqualTo(BurstKind.UNKNOWN);
  }
}
