package org.foretell.calibration.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.foretell.calibration.measurement.MeasurementException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

class CoreComparisonTest {
  /** Classes of ratios are a thousandth wide. */
  private static final double CLASS = 0.0006;

  /** Bursts by call site, the same for each rank; the site "" is none. */
  private static MemoryTrace trace(int ranks, Map<String, long[]> burstsPs) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      builder.begin(TraceInfo.ofRanks(ranks));
      List<String> sites = burstsPs.keySet().stream().filter(site -> !site.isEmpty()).toList();
      for (String site : sites) {
        builder.callSite(sites.indexOf(site), site);
      }
      for (int rank = 0; rank < ranks; rank++) {
        builder.beginProgram(RankSet.of(rank));
        burstsPs.forEach(
            (site, times) -> {
              for (long ps : times) {
                OpView op = new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, ps);
                builder.op(site.isEmpty() ? op : op.set(OpField.CALL_SITE, sites.indexOf(site)));
              }
            });
        builder.endProgram();
      }
      builder.end();
      return builder.build();
    }
  }

  private static CoreComparison compared(MemoryTrace here, MemoryTrace there) {
    return new CoreComparison().add("a.bin", here, "b.bin", there);
  }

  private static Map<String, long[]> sites(String one, long[] ofOne, String other, long[] ofOther) {
    Map<String, long[]> sites = new LinkedHashMap<>();
    sites.put(one, ofOne);
    sites.put(other, ofOther);
    return sites;
  }

  @Test
  void ratiosAreThoseOfTheSumsAndBoundsThoseOfTheTime() {
    MemoryTrace here =
        trace(2, sites("main a.c:1", new long[] {2000, 2000}, "main a.c:2", new long[] {6000}));
    MemoryTrace there =
        trace(2, sites("main a.c:1", new long[] {1000, 1000}, "main a.c:2", new long[] {6000}));
    CoreRatios ratios = compared(here, there).ratios();
    // 2 x (4000 + 6000) ps here, 2 x (2000 + 6000) ps there.
    assertThat(ratios.whole().value()).isEqualTo(1.25);
    assertThat(ratios.whole().pairs()).isEqualTo(6);
    assertThat(ratios.whole().hereSeconds()).isCloseTo(20e-9, within(1e-18));
    assertThat(ratios.whole().from()).isCloseTo(1, within(CLASS));
    assertThat(ratios.whole().to()).isCloseTo(2, within(2 * CLASS));
    assertThat(ratios.callSites())
        .extracting(BurstRatio::callSite)
        .containsExactly("main a.c:2", "main a.c:1");
    assertThat(ratios.callSites()).extracting(BurstRatio::value).containsExactly(1.0, 2.0);
    assertThat(ratios.leftOut()).isEmpty();
  }

  @Test
  void rareOutliersMoveTheSumButNotTheBounds() {
    long[] here = new long[100];
    long[] there = new long[100];
    Arrays.fill(here, 1000);
    Arrays.fill(there, 500);
    there[7] = 5000; // 1 % of the time here
    BurstRatio ratio =
        compared(trace(1, Map.of("", here)), trace(1, Map.of("", there))).ratios().whole();
    assertThat(ratio.value()).isCloseTo(100_000.0 / 54_500, within(1e-12));
    // The bounds hold the value itself.
    assertThat(ratio.from()).isEqualTo(ratio.value());
    assertThat(ratio.to()).isCloseTo(2, within(2 * CLASS));
  }

  @Test
  void repetitionsAddUp() {
    MemoryTrace here = trace(1, Map.of("", new long[] {3000}));
    CoreRatios ratios =
        compared(here, trace(1, Map.of("", new long[] {1000})))
            .add("a.bin", here, "c.bin", trace(1, Map.of("", new long[] {2000})))
            .ratios();
    assertThat(ratios.whole().value()).isEqualTo(2);
    assertThat(ratios.whole().from()).isCloseTo(1.5, within(2 * CLASS));
    assertThat(ratios.whole().to()).isCloseTo(3, within(3 * CLASS));
  }

  @Test
  void callSitesWithOtherNumbersOfBurstsAreLeftOutOfAllSums() {
    MemoryTrace here = trace(1, sites("a", new long[] {10, 10}, "b", new long[] {50}));
    MemoryTrace there = trace(1, sites("a", new long[] {10}, "b", new long[] {25}));
    CoreRatios ratios = compared(here, there).ratios();
    assertThat(ratios.leftOut()).containsExactly("a");
    assertThat(ratios.whole().value()).isEqualTo(2);
  }

  @Test
  void tracesOfDifferentProgramsAreRefused() {
    MemoryTrace one = trace(1, Map.of("a", new long[] {10}));
    assertThatThrownBy(() -> compared(one, trace(2, Map.of("a", new long[] {10}))))
        .isInstanceOf(MeasurementException.class)
        .hasMessageContaining("a.bin has 1 ranks and b.bin has 2");
    CoreComparison other = compared(one, trace(1, Map.of("b", new long[] {10})));
    assertThatThrownBy(other::ratios)
        .isInstanceOf(MeasurementException.class)
        .hasMessageContaining("no call site has equal numbers of bursts")
        .hasMessageContaining("2 call sites differ");
  }

  @Test
  void burstsWithoutTimeHaveNoRatio() {
    CoreComparison none =
        compared(trace(1, Map.of("", new long[] {0})), trace(1, Map.of("", new long[] {0})));
    assertThatThrownBy(none::ratios).hasMessageContaining("with times above 0");
  }

  @Test
  void boundsAlwaysHoldTheRatioOfTheSums() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      long[] here = random.longs(1 + seed, 0, 1_000_000).toArray();
      long[] there = random.longs(1 + seed, 0, 1_000_000).toArray();
      here[0]++; // never all 0
      there[0]++;
      BurstRatio ratio =
          compared(trace(1, Map.of("", here)), trace(1, Map.of("", there))).ratios().whole();
      assertThat(ratio.value()).as("seed %d", seed).isBetween(ratio.from(), ratio.to());
    }
  }
}
