package org.foretell.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.machine.Placement;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

/** Collectives of a communicator by their number, and what is kept of calls. */
class OpenCollectivesTest {
  @Test
  void eachKeepsItsNumberWhileOthersAreCompletedAndMoreAreCalled() {
    OpenCollectives open = new OpenCollectives();
    OpenCollective second = open.at(1);
    assertThat(open.size()).isEqualTo(2);
    assertThat(open.first()).isZero();
    open.removeOldest();
    assertThat(open.first()).isEqualTo(1);
    assertThat(open.at(1)).isSameAs(second);
    OpenCollective third = open.at(2);
    OpenCollective fourth = open.at(3);
    OpenCollective sixth = open.at(5);
    assertThat(open.size()).isEqualTo(5);
    assertThat(open.at(1)).isSameAs(second);
    assertThat(open.at(2)).isSameAs(third);
    assertThat(open.at(3)).isSameAs(fourth);
    assertThat(open.at(5)).isSameAs(sixth).isNotSameAs(open.at(4));
    assertThat(open.number(1)).isEqualTo(1);
    assertThat(open.number(4)).isEqualTo(4);
  }

  @Test
  void aCallKeepsItsCommunicatorAndNumberWhenItsSlotChanges() {
    CallPool calls = new CallPool();
    int call = calls.create(-2, 7, 1L << 40);
    int other = calls.create(3, 8, 5);
    assertThat(calls.slot(call)).isEqualTo(-2);
    calls.slot(call, 11);
    assertThat(calls.slot(call)).isEqualTo(11);
    assertThat(calls.context(call)).isEqualTo(7);
    assertThat(calls.number(call)).isEqualTo(1L << 40);
    assertThat(calls.slot(other)).isEqualTo(3);
    assertThat(calls.context(other)).isEqualTo(8);
    assertThat(calls.number(other)).isEqualTo(5);
  }

  @Test
  void anyMemberSendsAndReceivesTheSame() {
    Placement pairs = new Placement("pairs", new int[] {0, 0, 1, 1}, new int[] {0, 1, 0, 1});
    CommunicatorGroup group = new CommunicatorGroup(5, 3, new int[] {3, 1, 2}, pairs);
    AnyMember any = new AnyMember();
    any.set(group, OpCode.ALLTOALLV, 2, 30, 40, 10);
    any.member = 1;
    assertThat(any.code()).isEqualTo(OpCode.ALLTOALLV);
    assertThat(any.participants()).isEqualTo(3);
    assertThat(any.member()).isEqualTo(1);
    assertThat(any.root()).isEqualTo(2);
    assertThat(any.bytes()).isEqualTo(30);
    assertThat(any.receiveBytes()).isEqualTo(40);
    assertThat(any.sendBytesTo(0)).isEqualTo(10);
    assertThat(any.receiveBytesFrom(0)).isEqualTo(10);
    assertThat(any.receiveBytesFrom(1, 3)).isEqualTo(20);
    assertThat(any.node(0)).isEqualTo(1);
    assertThat(any.node(1)).isZero();
    assertThat(any.worldRank(0)).isEqualTo(3);
    assertThat(any.nodes()).isSameAs(group.sharing());
  }
}
