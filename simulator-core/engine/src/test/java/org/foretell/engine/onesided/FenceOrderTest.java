package org.foretell.engine.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.junit.jupiter.api.Test;

/** Messages of context 0 to rank 1. */
final class FenceOrderTest {
  private final MessagePool messages = new Matcher(6, false).messages;
  private final FenceOrder order = new FenceOrder(messages, this::underWay);
  private final Map<Integer, Integer> open = new TreeMap<>();

  private void underWay(FenceOrder.Writes.Visitor visitor) {
    open.forEach((message, context) -> visitor.write(context, message));
  }

  private int sent(int context, int target) {
    int message = messages.create(context, target, 0, MessagePool.ONE_SIDED, 0, 0, 0, 0);
    order.sent(context, target, message);
    open.put(message, context);
    return message;
  }

  private int sent() {
    return sent(0, 1);
  }

  private boolean comes(int message) {
    return comes(0, 1, message);
  }

  private boolean comes(int context, int target, int message) {
    open.remove(message);
    return order.comes(context, target, message);
  }

  private int next() {
    return order.next(0, 1);
  }

  @Test
  void withoutFencesNothingIsHeldBack() {
    int first = sent();
    int second = sent();
    int third = sent();
    assertThat(comes(third)).isTrue();
    assertThat(comes(first)).isTrue();
    assertThat(comes(second)).isTrue();
    assertThat(next()).isEqualTo(RecordPool.NONE);
  }

  @Test
  void whatIsHeldBackFollowsGroupByGroupInTheOrderOfArrival() {
    int first = sent();
    order.fence(0);
    int second = sent();
    int third = sent();
    order.fence(0);
    int fourth = sent();
    assertThat(comes(fourth)).isFalse();
    assertThat(comes(third)).isFalse();
    assertThat(next()).isEqualTo(RecordPool.NONE);
    assertThat(comes(first)).isTrue();
    assertThat(next()).isEqualTo(third);
    assertThat(next()).isEqualTo(RecordPool.NONE);
    assertThat(comes(second)).isTrue();
    assertThat(next()).isEqualTo(fourth);
    assertThat(next()).isEqualTo(RecordPool.NONE);
  }

  @Test
  void fenceBehindWhichNothingIsUnderWayHoldsNothingBack() {
    assertThat(comes(sent())).isTrue();
    order.fence(0);
    int here = sent();
    int elsewhere = sent(0, 2);
    int otherwise = sent(5, 1);
    assertThat(comes(5, 1, otherwise)).isTrue();
    assertThat(comes(0, 2, elsewhere)).isTrue();
    assertThat(comes(here)).isTrue();
  }

  @Test
  void fenceFindsWhatIsUnderWayToEachTarget() {
    int gone = sent();
    int here = sent();
    int elsewhere = sent(0, 2);
    assertThat(comes(gone)).isTrue();
    order.fence(0);
    int flag = sent();
    int otherFlag = sent(0, 2);
    assertThat(comes(flag)).isFalse();
    assertThat(comes(0, 2, elsewhere)).isTrue();
    assertThat(order.next(0, 2)).isEqualTo(RecordPool.NONE);
    assertThat(comes(0, 2, otherFlag)).isTrue();
    assertThat(comes(here)).isTrue();
    assertThat(next()).isEqualTo(flag);
    assertThat(next()).isEqualTo(RecordPool.NONE);
    // Nothing is under way any more, so there are no lanes until the next fence finds something.
    int again = sent();
    order.fence(0);
    int last = sent();
    assertThat(comes(last)).isFalse();
    assertThat(comes(again)).isTrue();
    assertThat(next()).isEqualTo(last);
  }
}
