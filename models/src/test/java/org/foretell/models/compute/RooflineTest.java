package org.foretell.models.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.NodeGroupBuilder;
import org.foretell.models.Machines;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Closed forms, by hand. */
class RooflineTest {
  private static final BurstWork VECTOR_SUM = new BurstWork(1, 24);
  private static final BurstWork MATRIX_PRODUCT = new BurstWork(1000, 1);

  /** 10 Gflop/s a core; 40 GB/s for two cores, of which one alone takes 30. */
  private static NodeGroupBuilder node() {
    return NodeGroup.builder("cpu")
        .nodes(2)
        .coresPerNode(2)
        .coreFlopsPerSecond(10e9)
        .streamBytesPerSecond(40e9)
        .coreStreamBytesPerSecond(30e9)
        .intraNode(Machines.MEMORY);
  }

  private static OpView burst(int callSite) {
    return new OpView()
        .reset(OpCode.COMPUTE)
        .set(OpField.DURATION_PS, 1_000_000)
        .set(OpField.CALL_SITE, callSite);
  }

  private static ScaledCompute.Builder compute(NodeGroupBuilder node, int ranks) {
    return ScaledCompute.builder(Machines.pairs(ranks))
        .machine(Machines.of(Map.of(), node.build()));
  }

  @Test
  void ranksOfANodeShareItsMemory() {
    NodeGroup node = node().build();
    assertThat(Roof.of(node, 1)).hasValue(new Roof(10e9, 30e9));
    assertThat(Roof.of(node, 2)).hasValue(new Roof(10e9, 20e9));
    assertThat(Roof.of(node, 5)).as("which take turns").hasValue(new Roof(10e9, 20e9));
    assertThat(Roof.of(NodeGroup.builder("x").coreFlopsPerSecond(1).build(), 1)).isEmpty();
    assertThat(Roof.of(NodeGroup.builder("x").streamBytesPerSecond(1).build(), 1)).isEmpty();
  }

  @Test
  void burstsStayAsFarBelowTheRoofAsTheyWere() {
    // Traced on 5 Gflop/s and 40 GB/s a rank.
    ScaledCompute compute =
        compute(node(), 3)
            .tracedFlopsPerSecond(5e9)
            .tracedRoof(new Roof(5e9, 40e9))
            .work(0, VECTOR_SUM)
            .work(1, MATRIX_PRODUCT)
            .build();
    // Half the bandwidth, so twice the time; the third rank is alone: 40 / 30.
    assertThat(compute.durationPs(0, burst(0), OpView.NONE)).isEqualTo(2_000_000);
    assertThat(compute.durationPs(2, burst(0), OpView.NONE)).isEqualTo(1_333_333);
    assertThat(compute.ratioOfCallSite(1, 0)).hasValue(2);
    // Twice the flop/s, so half the time.
    assertThat(compute.durationPs(0, burst(1), OpView.NONE)).isEqualTo(500_000);
    // Of the others the ratio of the cores' speeds counts.
    assertThat(compute.durationPs(0, burst(2), OpView.NONE)).isEqualTo(500_000);
    assertThat(compute.ratioOfCallSite(0, 2)).isEmpty();
    assertThat(compute.roof(0).orElseThrow().isBoundByMemory(VECTOR_SUM)).isTrue();
    assertThat(compute.roof(0).orElseThrow().isBoundByMemory(MATRIX_PRODUCT)).isFalse();
  }

  @Test
  void burstsMaySayTheirWorkThemselves() {
    ScaledCompute compute =
        compute(node(), 3)
            .tracedFlopsPerSecond(5e9)
            .tracedRoof(new Roof(5e9, 40e9))
            .work(0, VECTOR_SUM)
            .measuredRatio(1, 3)
            .workOfBursts()
            .build();
    OpView own = burst(2).set(OpField.FLOPS, 1).set(OpField.MEMORY_BYTES, 24);
    assertThat(compute.durationPs(0, own, OpView.NONE)).isEqualTo(2_000_000);
    assertThat(compute.durationPs(2, own, OpView.NONE)).isEqualTo(1_333_333);
    assertThat(compute.ratioOfWork(0, VECTOR_SUM)).isEqualTo(2);
    // What is said of the call site counts more, and what was measured most.
    OpView other = burst(0).set(OpField.FLOPS, 1000).set(OpField.MEMORY_BYTES, 1);
    assertThat(compute.durationPs(0, other, OpView.NONE)).isEqualTo(2_000_000);
    assertThat(compute.durationPs(0, other.set(OpField.CALL_SITE, 1), OpView.NONE))
        .isEqualTo(3_000_000);
    // Bursts that do not say it: the cores' speeds.
    assertThat(compute.durationPs(0, burst(2), OpView.NONE)).isEqualTo(500_000);
  }

  @Test
  void withoutTheWordWorkOfBurstsDoesNotCount() {
    ScaledCompute compute = compute(node(), 3).tracedFlopsPerSecond(5e9).build();
    OpView own = burst(2).set(OpField.FLOPS, 1).set(OpField.MEMORY_BYTES, 24);
    assertThat(compute.durationPs(0, own, OpView.NONE)).isEqualTo(500_000);
    assertThat(compute.roof(0)).isEmpty();
  }

  @Test
  void whatBoundsWorkMayChange() {
    // 1 flop for 4 bytes: 0.1 ns or 0.2 ns here; there the core was the slower one.
    ScaledCompute compute =
        compute(node(), 2).tracedRoof(new Roof(1e9, 40e9)).work(0, new BurstWork(1, 4)).build();
    assertThat(compute.durationPs(0, burst(0), OpView.NONE)).isEqualTo(200_000);
  }

  @Test
  void factorsApplyToTheRestAlike() {
    ScaledCompute compute =
        compute(node(), 2)
            .tracedRoof(new Roof(5e9, 40e9))
            .work(0, VECTOR_SUM)
            .factorOfCallSite(0, 0.5)
            .build();
    assertThat(compute.durationPs(0, burst(0), OpView.NONE)).isEqualTo(1_000_000);
  }

  @Test
  void whatWasMeasuredCountsMoreThanRoofs() {
    ScaledCompute compute =
        compute(node(), 2)
            .tracedRoof(new Roof(5e9, 40e9))
            .work(0, VECTOR_SUM)
            .measuredRatio(0, 0.75)
            .measuredRatio(7, 3)
            .build();
    assertThat(compute.durationPs(0, burst(0), OpView.NONE)).isEqualTo(750_000);
    assertThat(compute.durationPs(1, burst(7), OpView.NONE)).isEqualTo(3_000_000);
    assertThat(compute.durationPs(1, burst(3), OpView.NONE)).isEqualTo(1_000_000);
    ScaledCompute measured = ScaledCompute.builder(Machines.pairs(2)).measuredRatio(7, 3).build();
    assertThat(measured.durationPs(1, burst(7), OpView.NONE)).isEqualTo(3_000_000);
    assertThat(measured.roof(0)).isEmpty();
  }

  @Test
  void roofsAreNeededOnBothSides() {
    assertThatThrownBy(() -> compute(node(), 2).work(0, VECTOR_SUM).build())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                compute(NodeGroup.builder("cpu").nodes(2).coresPerNode(2), 2)
                    .tracedRoof(new Roof(1, 1))
                    .work(0, VECTOR_SUM)
                    .build())
        .hasMessageContaining("cpu states no roof");
    assertThatThrownBy(() -> new BurstWork(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BurstWork(1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Roof(0, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
