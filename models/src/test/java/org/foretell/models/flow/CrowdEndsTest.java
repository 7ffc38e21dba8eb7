package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.foretell.model.FlowModel;
import org.junit.jupiter.api.Test;

/** One crowd, whose flows have weight 1. */
class CrowdEndsTest {
  private static final int CROWD = 0;
  private static final double BYTE = 1e12;

  private final CrowdEnds ends = new CrowdEnds();

  @Test
  void flowsEndInTheOrderOfWhatTheyHaveLeft() {
    ends.enter(CROWD, 0, 300 * BYTE, 0);
    ends.enter(CROWD, 1, 100 * BYTE, 0);
    ends.setLevel(CROWD, 1e9, 0);
    assertThat(ends.timePs()).isEqualTo(100_000);
    assertThat(ends.takeFirst()).isEqualTo(1);
    assertThat(ends.leave(CROWD, 1, 100_000)).isZero();
    ends.setLevel(CROWD, 2e9, 100_000);
    assertThat(ends.timePs()).isEqualTo(200_000);
    assertThat(ends.takeFirst()).isEqualTo(0);
    assertThat(ends.timePs()).isEqualTo(FlowModel.NEVER);
  }

  @Test
  void smallFlowsAreExactHoweverLongTheCrowdHasBeenThere() {
    long day = 86_400L * 1_000_000_000_000L;
    ends.enter(CROWD, 0, 1e15 * BYTE, 0);
    ends.setLevel(CROWD, 1e9, 0);
    ends.enter(CROWD, 1, 5 * BYTE, day);
    ends.enter(CROWD, 2, 3 * BYTE, day);
    // As when tens of thousands share the link.
    ends.setLevel(CROWD, 1e4, day);
    assertThat(ends.timePs()).isEqualTo(day + 300_000_000);
    assertThat(ends.takeFirst()).isEqualTo(2);
    assertThat(ends.leave(CROWD, 2, day + 300_000_000)).isCloseTo(0, within(1e-6 * BYTE));
    ends.setLevel(CROWD, 1e4, day + 300_000_000);
    assertThat(ends.timePs()).isEqualTo(day + 500_000_000);
    assertThat(ends.takeFirst()).isEqualTo(1);
    assertThat(ends.leave(CROWD, 1, day + 500_000_000)).isCloseTo(0, within(1e-6 * BYTE));
    assertThat(ends.leave(CROWD, 0, day + 500_000_000))
        .isCloseTo((1e15 - 86_400e9 - 5) * BYTE, within(BYTE));
  }

  @Test
  void aFlowThatHasLeftOrComesBackEndsOnce() {
    ends.enter(CROWD, 0, 100 * BYTE, 0);
    ends.enter(CROWD, 1, 300 * BYTE, 0);
    ends.enter(CROWD, 2, 200 * BYTE, 0);
    ends.setLevel(CROWD, 1e9, 0);
    assertThat(ends.leave(CROWD, 0, 0)).isEqualTo(100 * BYTE);
    assertThat(ends.leave(CROWD, 2, 0)).isEqualTo(200 * BYTE);
    ends.enter(CROWD, 2, 200 * BYTE, 0);
    ends.setLevel(CROWD, 1e9, 0);
    assertThat(ends.timePs()).isEqualTo(200_000);
    assertThat(ends.takeFirst()).isEqualTo(2);
    ends.leave(CROWD, 2, 200_000);
    assertThat(ends.timePs()).isEqualTo(300_000);
    assertThat(ends.takeFirst()).isEqualTo(1);
    ends.leave(CROWD, 1, 300_000);
    assertThat(ends.timePs()).isEqualTo(FlowModel.NEVER);
  }

  @Test
  void flowsThatComeAndGoOftenLeaveTheOthersAlone() {
    ends.enter(CROWD, 0, 1_000_000 * BYTE, 0);
    ends.setLevel(CROWD, 1e9, 0);
    for (int time = 0; time < 10_000; time++) {
      ends.enter(CROWD, 1, 500_000 * BYTE, time * 1000L);
      ends.setLevel(CROWD, 1e9, time * 1000L);
      ends.leave(CROWD, 1, time * 1000L + 500);
      ends.setLevel(CROWD, 1e9, time * 1000L + 500);
    }
    assertThat(ends.timePs()).isEqualTo(1_000_000_000);
    assertThat(ends.takeFirst()).isZero();
  }

  @Test
  void aCrowdWithoutFlowsEndsNone() {
    ends.enter(CROWD, 0, 100 * BYTE, 0);
    ends.setLevel(CROWD, 1e9, 0);
    ends.leave(CROWD, 0, 50_000);
    assertThat(ends.timePs()).isEqualTo(FlowModel.NEVER);
    ends.setLevel(CROWD + 100, 1e9, 50_000);
    assertThat(ends.timePs()).isEqualTo(FlowModel.NEVER);
  }
}
