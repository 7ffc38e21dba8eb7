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
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
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
    return new NodeGroup("cpu", 1, 2, ratios, flopsPerSecond, Machines.MEMORY, 0, 0, 1);
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
  void unknownRatioIsOneAndSaid() {
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
                + " which it was taken");
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
                + " speed there");
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
    return ScaledCompute.builder(Placements.oneRankPerNode(ranks))
        .histograms(List.of(TWO_BINS), HistogramChoice.SAMPLED, seed)
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
