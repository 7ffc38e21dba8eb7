package org.foretell.models.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Nodes of four cores that stream 40 GB/s together, and one core alone 20 GB/s. */
class MemorySharesTest {
  private static final long MS = 1_000_000_000;

  private static NodeGroup group() {
    return NodeGroup.builder("n")
        .nodes(2)
        .coresPerNode(4)
        .intraNode(new LinkSpeed(0, 1e9))
        .streamBytesPerSecond(40e9)
        .coreStreamBytesPerSecond(20e9)
        .build();
  }

  private static Machine machine(NodeGroup group) {
    return Machine.builder("m")
        .network(new LinkSpeed(0, 1e9))
        .eagerThresholdBytes(0)
        .nodes(group)
        .build();
  }

  /** Ranks 0 to 3 fill the first node, rank 4 has the second one. */
  private static final Placement PLACES =
      new Placement("4 and 1", new int[] {0, 0, 0, 0, 1}, new int[] {0, 1, 2, 3, 0});

  private static OpView burst(int callSite) {
    return new OpView()
        .reset(OpCode.COMPUTE)
        .set(OpField.DURATION_PS, MS)
        .set(OpField.CALL_SITE, callSite);
  }

  private static long durationPs(ScaledCompute compute, int rank, int callSite) {
    return compute.durationPs(rank, burst(callSite), OpView.NONE);
  }

  @Test
  void ranksOfANodeShareItsStreamBandwidthUpToWhatACoreTakes() {
    assertThat(MemoryShares.bytesPerSecond(group(), 1)).hasValue(20e9);
    assertThat(MemoryShares.bytesPerSecond(group(), 2)).hasValue(20e9);
    assertThat(MemoryShares.bytesPerSecond(group(), 4)).hasValue(10e9);
    assertThat(MemoryShares.bytesPerSecond(group(), 8)).hasValue(10e9);
  }

  /** Traced with 20 GB/s for each rank; 10 GB/s on a full node: the part in memory takes twice. */
  @Test
  void onlyTheStatedPartTakesLonger() {
    MemoryShares shares =
        new MemoryShares(0.4, Map.of(1, 1.0, 2, 0.0), 20e9, machine(group()), PLACES);
    ScaledCompute compute =
        ScaledCompute.builder(PLACES).machine(machine(group())).memoryBound(shares).build();
    assertThat(durationPs(compute, 0, 0)).isEqualTo(MS * 14 / 10);
    assertThat(durationPs(compute, 4, 0)).isEqualTo(MS);
    assertThat(durationPs(compute, 0, 1)).isEqualTo(2 * MS);
    assertThat(durationPs(compute, 0, 2)).isEqualTo(MS);
    assertThat(shares.times(0)).isEqualTo(2);
    assertThat(shares.times(4)).isEqualTo(1);
  }

  /** Cores twice as fast halve the 60 % in them: 0.3 + 0.4 x 2. */
  @Test
  void theRestGoesByTheCpuRatio() {
    Machine fast = machine(group().toBuilder().cpuRatios(2).build());
    MemoryShares shares = new MemoryShares(0.4, Map.of(), 20e9, fast, PLACES);
    ScaledCompute compute = ScaledCompute.builder(PLACES).machine(fast).memoryBound(shares).build();
    assertThat(durationPs(compute, 0, 0)).isEqualTo(MS * 11 / 10);
    assertThat(durationPs(compute, 4, 0)).isEqualTo(MS * 7 / 10);
  }

  @Test
  void whatWasMeasuredCountsMore() {
    MemoryShares shares = new MemoryShares(0.4, Map.of(), 20e9, machine(group()), PLACES);
    ScaledCompute compute =
        ScaledCompute.builder(PLACES)
            .machine(machine(group()))
            .memoryBound(shares)
            .measuredRatio(3, 0.5)
            .build();
    assertThat(durationPs(compute, 0, 3)).isEqualTo(MS / 2);
  }

  @Test
  void impossibleSharesAndUnknownBandwidthsAreRefused() {
    assertThatThrownBy(() -> new MemoryShares(1.5, Map.of(), 1, machine(group()), PLACES))
        .hasMessage("a memory-bound share must be between 0 and 1, but is 1.5");
    NodeGroup unknown =
        NodeGroup.builder("u").nodes(2).coresPerNode(4).intraNode(LinkSpeed.INSTANT).build();
    assertThatThrownBy(() -> new MemoryShares(0.5, Map.of(), 1, machine(unknown), PLACES))
        .hasMessage("node group u states no stream bandwidth");
  }
}
