package org.foretell.engine.onesided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.Part;
import org.foretell.engine.mail.Partition;
import org.foretell.engine.mail.RoundMail;
import org.foretell.engine.mail.Rounds;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.junit.jupiter.api.Test;

/** Messages of context 0 to rank 1. */
final class FenceOrderTest {
  private final MessagePool messages = new Matcher(6, false).messages;
  private final FenceOrder order = new FenceOrder(messages, this::underWay, null, false);
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
    return order.comes(context, context, target, message);
  }

  private int next() {
    return order.next(0, 0, 1);
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
    order.fence(0, true);
    int second = sent();
    int third = sent();
    order.fence(0, true);
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
    order.fence(0, true);
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
    order.fence(0, true);
    int flag = sent();
    int otherFlag = sent(0, 2);
    assertThat(comes(flag)).isFalse();
    assertThat(comes(0, 2, elsewhere)).isTrue();
    assertThat(order.next(0, 0, 2)).isEqualTo(RecordPool.NONE);
    assertThat(comes(0, 2, otherFlag)).isTrue();
    assertThat(comes(here)).isTrue();
    assertThat(next()).isEqualTo(flag);
    assertThat(next()).isEqualTo(RecordPool.NONE);
    // Nothing is under way any more, so lanes begin anew.
    int again = sent();
    order.fence(0, true);
    int last = sent();
    assertThat(comes(last)).isFalse();
    assertThat(comes(again)).isTrue();
    assertThat(next()).isEqualTo(last);
  }

  /** Ranks 0 and 1 are in one part, rank 2 in the other. */
  private static Part part(int number) {
    Partition partition = Partition.apart(2, 1, new int[] {0, 0, 1});
    return new Part(partition, number, new RoundMail(new Rounds(2), number));
  }

  @Test
  void eachPartHasItsSideOfALane() {
    FenceOrder source = new FenceOrder(messages, this::underWay, part(0), true);
    FenceOrder target = new FenceOrder(messages, this::underWay, part(1), true);
    int[] sent = new int[3];
    for (int i = 0; i < 3; i++) {
      sent[i] = messages.create(0, 2, 0, MessagePool.ONE_SIDED, 0, 0, 0, 0);
      source.sent(0, 2, sent[i]);
      source.fence(0, true);
    }
    assertThat(target.comes(0, 0, 2, sent[2])).isFalse();
    assertThat(target.comes(0, 0, 2, sent[1])).isFalse();
    assertThat(target.next(0, 0, 2)).isEqualTo(RecordPool.NONE);
    assertThat(target.comes(0, 0, 2, sent[0])).isTrue();
    assertThat(target.next(0, 0, 2)).isEqualTo(sent[1]);
    assertThat(target.next(0, 0, 2)).isEqualTo(sent[2]);
    assertThat(target.next(0, 0, 2)).isEqualTo(RecordPool.NONE);
  }

  @Test
  void contextsOfDifferentPartsMayHaveEqualNumbers() {
    FenceOrder source = new FenceOrder(messages, this::underWay, part(0), true);
    FenceOrder target = new FenceOrder(messages, this::underWay, part(1), true);
    int first = messages.create(0, 2, 0, MessagePool.ONE_SIDED, 0, 0, 0, 0);
    source.sent(7, 2, first);
    source.fence(7, true);
    int second = messages.create(0, 2, 0, MessagePool.ONE_SIDED, 0, 0, 0, 0);
    source.sent(7, 2, second);
    int own = messages.create(2, 2, 0, MessagePool.ONE_SIDED, 0, 0, 0, 0);
    target.sent(7, 2, own);
    assertThat(target.comes(7, 2, 2, own)).isTrue();
    assertThat(target.comes(7, 0, 2, second)).isFalse();
    assertThat(target.comes(7, 0, 2, first)).isTrue();
    assertThat(target.next(7, 0, 2)).isEqualTo(second);
  }

  @Test
  void unexpectedFencesNeedOnePartWhereSomethingIsUnderWay() {
    FenceOrder part = new FenceOrder(messages, this::underWay, part(0), false);
    part.fence(0, false);
    assertThat(part.comes(0, 2, 0, sent(2, 0))).isTrue();
    assertThatThrownBy(() -> part.fence(0, true)).isInstanceOf(NeedsOnePart.class);
  }

  @Test
  void numbersMayOverflow() {
    int message = messages.create(0, 1, 7, MessagePool.ONE_SIDED, 0, 0, 0, 0);
    messages.ordinal(message, Integer.MIN_VALUE);
    assertThat(messages.tag(message)).isEqualTo(7);
    assertThat(messages.ordinal(message)).isEqualTo(Integer.MIN_VALUE);
  }
}
