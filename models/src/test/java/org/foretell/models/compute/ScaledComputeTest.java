package org.foretell.models.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.foretell.machine.BurstRule;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.FanModel;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.NodeGroupBuilder;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.machine.WideArea;
import org.foretell.models.Machines;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.DurationHistogram.Bin;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.Test;

class ScaledComputeTest {
  private static final DurationHistogram TWO_BINS =
      new DurationHistogram(
          0, List.of(new Bin(3, 100, 150, 400), new Bin(0, 5, 5, 5), new Bin(1, 1000, 1800, 2000)));

  private static NodeGroup cores(double[] ratios, OptionalDouble flopsPerSecond) {
    NodeGroupBuilder group =
        NodeGroup.builder("cpu").coresPerNode(2).cpuRatios(ratios).intraNode(Machines.MEMORY);
    flopsPerSecond.ifPresent(group::coreFlopsPerSecond);
    return group.build();
  }

  private static OpView burst(long durationPs) {
    return new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, durationPs);
  }

  private static OpView draw(int histogram) {
    return new OpView().reset(OpCode.COMPUTE).set(OpField.HISTOGRAM, histogram);
  }

  @Test
  void burstIsDividedByTheRatioOfItsCore() {
    ScaledCompute compute =
        ScaledCompute.builder(Machines.pairs(2))
            .machine(Machines.of(Map.of(), cores(new double[] {2, 0.5}, OptionalDouble.of(1e9))))
            .tracedFlopsPerSecond(1e9)
            .build();
    assertThat(compute.durationPs(0, burst(1001), OpView.NONE)).isEqualTo(501);
    assertThat(compute.durationPs(1, burst(1001), OpView.NONE)).isEqualTo(2002);
    assertThat(compute.warnings()).isEmpty();
  }

  @Test
  void ratioFollowsFromTheSpeedsOfBothMachines() {
    ScaledCompute compute =
        ScaledCompute.builder(Machines.pairs(2))
            .machine(Machines.of(Map.of(), cores(new double[0], OptionalDouble.of(10.4e9))))
            .tracedFlopsPerSecond(1e9)
            .build();
    assertThat(compute.cpuRatio(1)).isEqualTo(10.4);
    assertThat(compute.durationPs(1, burst(10_400), OpView.NONE)).isEqualTo(1000);
    assertThat(compute.warnings()).isEmpty();
  }

  @Test
  void unknownRatioIsOneAndReported() {
    Placement placement = Machines.pairs(2);
    assertThat(ScaledCompute.builder(placement).build().warnings())
        .containsExactly("CPU ratio assumed 1 for all ranks: no machine is given");
    ScaledCompute withoutTraceSpeed =
        ScaledCompute.builder(placement)
            .machine(Machines.of(Map.of(), cores(new double[0], OptionalDouble.of(1e9))))
            .build();
    assertThat(withoutTraceSpeed.durationPs(0, burst(77), OpView.NONE)).isEqualTo(77);
    assertThat(withoutTraceSpeed.warnings())
        .containsExactly(
            "CPU ratio assumed 1 for all ranks: the trace does not say how fast the cores were on"
                + " which it was taken; sim calibrate core measures it");
  }

  @Test
  void warningCountsTheRanksOfNodesWithoutSpeed() {
    ScaledCompute compute =
        ScaledCompute.builder(Machines.pairs(4))
            .machine(
                Machines.of(
                    Map.of(),
                    cores(new double[] {2}, OptionalDouble.empty()),
                    cores(new double[0], OptionalDouble.empty())))
            .tracedFlopsPerSecond(1e9)
            .build();
    assertThat(compute.warnings())
        .containsExactly(
            "CPU ratio assumed 1 for 2 of 4 ranks: machine small states neither CPU ratio nor core"
                + " speed there; sim calibrate core measures it");
    assertThat(compute.durationPs(0, burst(10), OpView.NONE)).isEqualTo(5);
    assertThat(compute.durationPs(3, burst(10), OpView.NONE)).isEqualTo(10);
  }

  @Test
  void ranksThatTakeTurnsOnACoreTakeLonger() {
    Placement shared =
        new Placement("shared", new int[] {0, 0, 0}, new int[] {0, 0, 1}, Oversubscription.SHARE);
    ScaledCompute compute = ScaledCompute.builder(shared).build();
    assertThat(compute.durationPs(1, burst(100), OpView.NONE)).isEqualTo(200);
    assertThat(compute.durationPs(2, burst(100), OpView.NONE)).isEqualTo(100);
  }

  @Test
  void factorsOfCallSiteAndMarkerMultiply() {
    ScaledCompute compute =
        ScaledCompute.builder(Machines.pairs(2))
            .factorOfCallSite(3, 0.5)
            .factorOfMarker(1, 4)
            .build();
    OpView atSite = burst(100).set(OpField.CALL_SITE, 3);
    assertThat(compute.durationPs(0, atSite, OpView.NONE)).isEqualTo(50);
    assertThat(compute.durationPs(0, atSite, 1)).isEqualTo(200);
    assertThat(compute.durationPs(0, burst(100), 1)).isEqualTo(400);
    assertThat(compute.durationPs(0, burst(100), 0)).isEqualTo(100);
  }

  @Test
  void elapsedTimeIsNotScaled() {
    ScaledCompute compute =
        ScaledCompute.builder(Machines.pairs(2))
            .machine(Machines.of(Map.of(), cores(new double[] {2}, OptionalDouble.empty())))
            .factorOfMarker(1, 4)
            .build();
    OpView elapse = new OpView().reset(OpCode.ELAPSE).set(OpField.DURATION_PS, 100);
    assertThat(compute.durationPs(0, elapse, 1)).isEqualTo(100);
  }

  @Test
  void histogramGivesItsMeanOrItsLongestBurst() {
    ScaledCompute mean =
        ScaledCompute.builder(Machines.pairs(2))
            .histograms(List.of(TWO_BINS), HistogramChoice.MEAN, 1)
            .build();
    ScaledCompute max =
        ScaledCompute.builder(Machines.pairs(2))
            .histograms(List.of(TWO_BINS), HistogramChoice.MAX, 1)
            .build();
    assertThat(mean.durationPs(0, draw(0), OpView.NONE)).isEqualTo(563);
    assertThat(max.durationPs(0, draw(0), OpView.NONE)).isEqualTo(2000);
  }

  @Test
  void unknownHistogramIsADamagedTrace() {
    ScaledCompute compute = ScaledCompute.builder(Machines.pairs(2)).build();
    assertThatThrownBy(() -> compute.durationPs(1, draw(0), OpView.NONE))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "rank 1: a burst refers to histogram 0, but the trace has 0; the trace is damaged");
  }

  @Test
  void aBinIsDrawnFromOverItsWholeRange() {
    DurationHistogram oneBin = new DurationHistogram(0, List.of(new Bin(1, 100, 150, 400)));
    ScaledCompute compute = sampled(oneBin, 1, 1);
    int draws = 10_000;
    int upToTheMean = 0;
    int low = 0;
    int high = 0;
    for (int i = 0; i < draws; i++) {
      long drawn = compute.durationPs(0, draw(0), OpView.NONE);
      upToTheMean += drawn <= 150 ? 1 : 0;
      low += drawn <= 125 ? 1 : 0;
      high += drawn >= 275 ? 1 : 0;
    }
    // Five in six are in the lower part, where half are below its middle; so in the upper part.
    assertThat((double) upToTheMean / draws).isCloseTo(5. / 6, within(0.03));
    assertThat((double) low / draws).isCloseTo(5. / 12, within(0.03));
    assertThat((double) high / draws).isCloseTo(1. / 12, within(0.02));
  }

  @Test
  void aBinOfOneDurationGivesThatDuration() {
    DurationHistogram oneLength =
        new DurationHistogram(0, List.of(new Bin(0, 5, 5, 5), new Bin(2, 7, 7, 7)));
    for (long drawn : drawn(sampled(oneLength, 1, 1), 0)) {
      assertThat(drawn).isEqualTo(7);
    }
  }

  /** Two nodes whose CPUs are as fast as the traced one, with rules for bursts in event blocks. */
  private static ScaledCompute under(BurstRule... rules) {
    BusNodes nodes = BusNodes.builder(4).build();
    BusSite site =
        BusSite.builder("")
            .nodes(List.of(nodes))
            .bytesPerSecond(1e12)
            .collectives(FanModel.CONSTANT)
            .build();
    BusLinks links = new BusLinks(List.of(site), WideArea.NONE, List.of(rules));
    return ScaledCompute.builder(Placements.oneRankPerNode(2))
        .machine(Machines.small(Map.of()).withBusLinks(links))
        .build();
  }

  @Test
  void burstsInAnEventBlockFollowItsRule() {
    ScaledCompute compute =
        under(new BurstRule(7, 1, 4), new BurstRule(7, 2, 0), new BurstRule(7, 3, -2e-9));
    assertThat(compute.durationPs(0, burst(100), OpView.NONE)).isEqualTo(100);
    long[] expectedPs = {25, 0, 2000};
    for (int value = 1; value <= 3; value++) {
      compute.event(0, 7, value);
      assertThat(compute.durationPs(0, burst(100), OpView.NONE)).isEqualTo(expectedPs[value - 1]);
      assertThat(compute.durationPs(1, burst(100), OpView.NONE)).isEqualTo(100);
      compute.event(0, 7, 0);
      assertThat(compute.durationPs(0, burst(100), OpView.NONE)).isEqualTo(100);
    }
  }

  @Test
  void theInnermostEventBlockCounts() {
    ScaledCompute compute = under(new BurstRule(7, 1, 4), new BurstRule(8, 1, 10));
    compute.event(0, 8, 0);
    compute.event(0, 7, 1);
    compute.event(0, 8, 1);
    assertThat(compute.durationPs(0, burst(100), OpView.NONE)).isEqualTo(10);
    // The outer block cannot end before the inner one, and nobody has a rule for the others.
    compute.event(0, 7, 0);
    compute.event(0, 7, 5);
    compute.event(0, 9, 1);
    assertThat(compute.durationPs(0, burst(100), OpView.NONE)).isEqualTo(10);
    compute.event(0, 8, 0);
    assertThat(compute.durationPs(0, burst(100), OpView.NONE)).isEqualTo(25);
    compute.event(0, 7, 0);
    assertThat(compute.durationPs(0, burst(100), OpView.NONE)).isEqualTo(100);
  }

  @Test
  void aFactorOfZeroMakesBurstsTakeNoTime() {
    ScaledCompute compute =
        ScaledCompute.builder(Machines.pairs(2))
            .factorOfMarker(1, 0)
            .tracedFlopsPerSecond(0)
            .build();
    assertThat(compute.durationPs(0, burst(100), 1)).isZero();
  }

  @Property(tries = 20)
  void drawsKeepTheMeanAndTheRange(@ForAll @LongRange(min = 0) long seed) {
    ScaledCompute compute = sampled(seed, 1);
    int draws = 40_000;
    double sum = 0;
    int longer = 0;
    for (int i = 0; i < draws; i++) {
      long drawn = compute.durationPs(0, draw(0), OpView.NONE);
      assertThat(drawn)
          .as("seed %d", seed)
          .isBetween(100L, 2000L)
          .matches(d -> d <= 400 || d >= 1000);
      sum += drawn;
      longer += drawn >= 1000 ? 1 : 0;
    }
    // Six standard errors: a draw deviates by about 730 ps.
    assertThat(sum / draws).as("seed %d", seed).isCloseTo(562.5, within(22.0));
    assertThat((double) longer / draws).as("seed %d", seed).isCloseTo(0.25, within(0.013));
  }

  @Property(tries = 50)
  void drawsOfARankDependOnSeedAndRankAlone(@ForAll long seed) {
    ScaledCompute few = sampled(seed, 2);
    ScaledCompute many = sampled(seed, 5);
    long[] ofRankOne = drawn(few, 1);
    assertThat(drawn(many, 4)).as("seed %d", seed).isNotEqualTo(drawn(many, 0));
    assertThat(drawn(many, 1)).as("seed %d", seed).isEqualTo(ofRankOne);
    assertThat(drawn(sampled(seed + 1, 2), 1)).as("seed %d", seed).isNotEqualTo(ofRankOne);
  }

  private static ScaledCompute sampled(long seed, int ranks) {
    return sampled(TWO_BINS, seed, ranks);
  }

  private static ScaledCompute sampled(DurationHistogram histogram, long seed, int ranks) {
    return ScaledCompute.builder(Placements.oneRankPerNode(ranks))
        .histograms(List.of(histogram), HistogramChoice.SAMPLED, seed)
        .build();
  }

  private static long[] drawn(ScaledCompute compute, int rank) {
    long[] drawn = new long[20];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = compute.durationPs(rank, draw(0), OpView.NONE);
    }
    return drawn;
  }
}
