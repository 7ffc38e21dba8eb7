package org.foretell.engine.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.engine.kernel.RecordPool;
import org.junit.jupiter.api.Test;

/** Messages of context 0 to rank 1. */
final class FenceOrderTest {
  private final FenceOrder order = new FenceOrder();

  private boolean comes(int message) {
    return order.comes(0, 1, message);
  }

  private int next() {
    return order.next(0, 1);
  }

  @Test
  void withoutFencesNothingIsHeldBack() {
    for (int message = 0; message < 3; message++) {
      order.sent(0, 1, message);
    }
    assertThat(comes(2)).isTrue();
    assertThat(comes(0)).isTrue();
    assertThat(comes(1)).isTrue();
    assertThat(next()).isEqualTo(RecordPool.NONE);
  }

  @Test
  void whatIsHeldBackFollowsGroupByGroupInTheOrderOfArrival() {
    order.sent(0, 1, 10);
    order.fence(0);
    order.sent(0, 1, 20);
    order.sent(0, 1, 21);
    order.fence(0);
    order.sent(0, 1, 30);
    assertThat(comes(30)).isFalse();
    assertThat(comes(21)).isFalse();
    assertThat(next()).isEqualTo(RecordPool.NONE);
    assertThat(comes(10)).isTrue();
    assertThat(next()).isEqualTo(21);
    assertThat(next()).isEqualTo(RecordPool.NONE);
    assertThat(comes(20)).isTrue();
    assertThat(next()).isEqualTo(30);
    assertThat(next()).isEqualTo(RecordPool.NONE);
  }

  @Test
  void fenceBehindWhichNothingIsUnderWayHoldsNothingBack() {
    order.sent(0, 1, 10);
    assertThat(comes(10)).isTrue();
    order.fence(0);
    order.sent(0, 1, 11);
    order.sent(0, 2, 12);
    order.sent(5, 1, 13);
    assertThat(order.comes(5, 1, 13)).isTrue();
    assertThat(order.comes(0, 2, 12)).isTrue();
    assertThat(comes(11)).isTrue();
  }
}
