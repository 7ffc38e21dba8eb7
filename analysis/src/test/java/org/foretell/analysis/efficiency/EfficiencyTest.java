package org.foretell.analysis.efficiency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Figures worked out by hand. */
class EfficiencyTest {
  private static final Offset<Double> ROUNDING = within(1e-12);

  /** Ranks compute 8 and 4; the run takes 10, and 9 on the ideal network. */
  @Test
  void parallelEfficiencyIsBalanceTimesSerialisationTimesTransfer() {
    Efficiency run = new Efficiency(10, 6, 8, 9, 8);
    assertThat(run.parallel()).isCloseTo(0.6, ROUNDING);
    assertThat(run.loadBalance()).isCloseTo(0.75, ROUNDING);
    assertThat(run.communication()).isCloseTo(0.8, ROUNDING);
    assertThat(run.serialisation()).isCloseTo(8.0 / 9, ROUNDING);
    assertThat(run.transfer()).isCloseTo(0.9, ROUNDING);
    assertThat(run.loadBalance() * run.serialisation() * run.transfer())
        .isCloseTo(run.parallel(), ROUNDING);
    assertThat(run.idealIsSlower()).isFalse();
  }

  /** The product holds where bursts take another time on the ideal network, too. */
  @Test
  void theProductHoldsWhereBurstsDiffer() {
    Efficiency run = new Efficiency(10, 6, 8, 9, 7);
    assertThat(run.loadBalance() * run.serialisation() * run.transfer())
        .isCloseTo(run.parallel(), ROUNDING);
  }

  @Test
  void aTransferAboveOneIsNotClipped() {
    Efficiency run = new Efficiency(10, 6, 8, 12, 8);
    assertThat(run.transfer()).isCloseTo(1.2, ROUNDING);
    assertThat(run.idealIsSlower()).isTrue();
  }

  @Test
  void aRunWithoutComputationLosesAllInTransferOrWaiting() {
    Efficiency run = new Efficiency(10, 0, 0, 0, 0);
    assertThat(run.parallel()).isZero();
    assertThat(run.loadBalance()).isEqualTo(1);
    Efficiency empty = new Efficiency(0, 0, 0, 0, 0);
    assertThat(empty.parallel()).isEqualTo(1);
    assertThat(empty.transfer()).isEqualTo(1);
  }

  /** Four ranks compute 30 in all in 10; two computed 24 in 15. */
  @Test
  void computationScalesByWorkDone() {
    ComputationScaling strong = new ComputationScaling("two", "a", false, 2, 15, 24, 4, 10, 30);
    assertThat(strong.computation()).isCloseTo(0.8, ROUNDING);
    assertThat(strong.speedUp()).isCloseTo(1.5, ROUNDING);
    ComputationScaling weak = new ComputationScaling("two", "a", true, 2, 15, 24, 4, 10, 30);
    assertThat(weak.computation()).isCloseTo(1.6, ROUNDING);
    assertThat(weak.speedUp()).isCloseTo(3, ROUNDING);
  }

  /** In phase 3 ranks 0 and 1 compute 30 and 10, and rank 2 does not; outside, rank 1 alone. */
  @Test
  void balancedBurstsTakeTheMeanOfTheirPhase() {
    PhaseBalance balance = new PhaseBalance();
    balance.add(0, 3, 10);
    balance.add(0, 3, 20);
    balance.add(1, 3, 10);
    balance.add(2, 3, 0);
    balance.add(1, OpView.NONE, 50);
    assertThat(balance.balancedPs(0, 3, 10)).isEqualTo(7);
    assertThat(balance.balancedPs(0, 3, 20)).isEqualTo(13);
    assertThat(balance.balancedPs(1, 3, 10)).isEqualTo(20);
    assertThat(balance.balancedPs(2, 3, 0)).isZero();
    assertThat(balance.balancedPs(1, OpView.NONE, 50)).isEqualTo(50);
  }
}
