package org.foretell.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.machine.Placements;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

/** What three members say when they call, and what follows for all. */
class OpenCollectiveTest {
  private final CommunicatorGroup group =
      new CommunicatorGroup(0, 3, null, Placements.oneRankPerNode(3));
  private final OpenCollective open = new OpenCollective();

  OpenCollectiveTest() {
    begin();
  }

  private void begin() {
    open.clear();
    open.first(group, OpCode.IGATHER, 1, OpenCollective.BY_FORMULA, 2, 17);
  }

  private static CollectiveSizes sizes(long sent, long received, long vector) {
    CollectiveSizes sizes = new CollectiveSizes();
    sizes.sentBytes = sent;
    sizes.receivedBytes = received;
    sizes.vectorBytes = vector;
    sizes.deliveredBytes = 2 * sent;
    return sizes;
  }

  private boolean call(int member, boolean isRoot, long timePs, CollectiveSizes sizes) {
    open.arrives(member, isRoot, sizes);
    return open.join(timePs, sizes);
  }

  @Test
  void theLatestCallStartsItAndTheLargestSizesCount() {
    assertThat(open.isFirst()).isTrue();
    call(2, false, 50, sizes(5, 7, 9));
    call(0, false, 80, sizes(6, 2, 9));
    assertThat(open.isComplete()).isFalse();
    call(1, false, 30, sizes(1, 8, 4));
    assertThat(open.isComplete()).isTrue();
    assertThat(open.arrived()).isEqualTo(3);
    assertThat(open.latestPs()).isEqualTo(80);
    assertThat(open.maxSentBytes()).isEqualTo(6);
    assertThat(open.maxReceivedBytes()).isEqualTo(8);
    assertThat(open.vectorBytes()).isEqualTo(9);
    assertThat(open.totalSentBytes()).isEqualTo(12);
    assertThat(open.totalReceivedBytes()).isEqualTo(17);
    assertThat(open.totalDeliveredBytes()).isEqualTo(24);
    assertThat(open.code()).isEqualTo(OpCode.GATHER);
    assertThat(open.root()).isEqualTo(1);
    assertThat(open.firstRank()).isEqualTo(2);
    assertThat(open.firstOperation()).isEqualTo(17);
    assertThat(open.memberByArrival(0)).isEqualTo(2);
    assertThat(open.memberByArrival(1)).isZero();
    assertThat(open.memberByArrival(2)).isEqualTo(1);
  }

  @Test
  void theLastToCallDecidesWhereThereIsNoRoot() {
    call(2, false, 50, sizes(5, 7, 9));
    call(0, false, 80, sizes(6, 2, 9));
    assertThat(open.decidingMember()).isZero();
    call(1, false, 30, sizes(1, 8, 4));
    assertThat(open.decidingMember()).isEqualTo(1);
    assertThat(open.decidingSentBytes()).isEqualTo(1);
    assertThat(open.decidingReceivedBytes()).isEqualTo(8);
  }

  @Test
  void theRootDecidesWheneverItCalls() {
    call(2, false, 50, sizes(5, 7, 9));
    call(1, true, 30, sizes(1, 8, 4));
    call(0, false, 80, sizes(6, 2, 9));
    assertThat(open.decidingMember()).isEqualTo(1);
    assertThat(open.decidingSentBytes()).isEqualTo(1);
    assertThat(open.decidingReceivedBytes()).isEqualTo(8);
    begin();
    call(2, false, 10, sizes(3, 3, 3));
    assertThat(open.decidingMember()).as("in the next collective").isEqualTo(2);
    assertThat(open.latestPs()).isEqualTo(10);
    assertThat(open.totalSentBytes()).isEqualTo(3);
  }

  @Test
  void onlyTheFirstVectorThatDiffersIsReported() {
    assertThat(call(0, false, 0, sizes(1, 1, 10))).isFalse();
    assertThat(call(1, false, 0, sizes(1, 1, 20))).isTrue();
    assertThat(call(2, false, 0, sizes(1, 1, 30))).isFalse();
    begin();
    assertThat(call(0, false, 0, sizes(1, 1, 10))).isFalse();
    assertThat(call(1, false, 0, sizes(1, 1, 10))).isFalse();
    assertThat(call(2, false, 0, sizes(1, 1, 9))).isTrue();
  }
}
