package org.foretell.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** What each member of a collective of three moves. */
class CollectiveSizesTest {
  private static final int MEMBERS = 3;

  private static CollectiveSizes compute(OpView op, int member, boolean isRoot) {
    CollectiveSizes sizes = new CollectiveSizes();
    sizes.compute(op.code(), op, MEMBERS, member, isRoot);
    return sizes;
  }

  /** Sent, received, the size for formulas, and what counts as sent in a comparison. */
  private static List<Long> sizes(OpView op, boolean isRoot) {
    CollectiveSizes sizes = compute(op, 2, isRoot);
    return List.of(sizes.sentBytes, sizes.receivedBytes, sizes.vectorBytes, sizes.deliveredBytes);
  }

  private static List<Long> sizes(OpView op) {
    return sizes(op, false);
  }

  private static OpView blocks(OpCode code, long bytes, long receiveBytes) {
    return new OpView()
        .reset(code)
        .set(OpField.BYTES, bytes)
        .set(OpField.RECEIVE_BYTES, receiveBytes);
  }

  private static OpView sends(OpView op, long... bytes) {
    return op.setList(OpField.SEND_BYTES_BY_RANK, bytes);
  }

  private static OpView receives(OpView op, long... bytes) {
    return op.setList(OpField.RECEIVE_BYTES_BY_RANK, bytes);
  }

  @Test
  void theRootOfABroadcastSendsAndOfAReductionReceives() {
    OpView bcast = new OpView().reset(OpCode.BCAST).set(OpField.BYTES, 10);
    assertThat(sizes(bcast, true)).containsExactly(10L, 0L, 10L, 10L);
    assertThat(sizes(bcast)).containsExactly(0L, 10L, 10L, 0L);
    OpView reduce = new OpView().reset(OpCode.REDUCE).set(OpField.BYTES, 10);
    assertThat(sizes(reduce, true)).containsExactly(10L, 10L, 10L, 10L);
    assertThat(sizes(reduce)).containsExactly(10L, 0L, 10L, 10L);
    for (OpCode code : List.of(OpCode.ALLREDUCE, OpCode.SCAN, OpCode.EXSCAN)) {
      OpView op = new OpView().reset(code).set(OpField.BYTES, 10);
      assertThat(sizes(op)).as(code.name()).containsExactly(10L, 10L, 10L, 10L);
    }
  }

  @Test
  void theRootOfAGatherReceivesABlockOfEachMember() {
    assertThat(sizes(blocks(OpCode.GATHER, 10, 20), true)).containsExactly(10L, 60L, 20L, 10L);
    assertThat(sizes(blocks(OpCode.GATHER, 30, 20), true)).containsExactly(30L, 60L, 30L, 30L);
    assertThat(sizes(blocks(OpCode.GATHER, 10, 20))).containsExactly(10L, 0L, 10L, 10L);
    OpView uneven = new OpView().reset(OpCode.GATHERV).set(OpField.BYTES, 6);
    assertThat(sizes(receives(uneven, 5, 0, 7), true)).containsExactly(6L, 12L, 7L, 6L);
    assertThat(sizes(receives(uneven, 5, 0, 4), true)).containsExactly(6L, 9L, 6L, 6L);
    assertThat(sizes(uneven)).containsExactly(6L, 0L, 6L, 6L);
  }

  @Test
  void theRootOfAScatterSendsABlockToEachMember() {
    assertThat(sizes(blocks(OpCode.SCATTER, 10, 20), true)).containsExactly(30L, 20L, 20L, 30L);
    assertThat(sizes(blocks(OpCode.SCATTER, 30, 20), true)).containsExactly(90L, 20L, 30L, 90L);
    assertThat(sizes(blocks(OpCode.SCATTER, 30, 20))).containsExactly(0L, 20L, 20L, 0L);
    OpView uneven = new OpView().reset(OpCode.SCATTERV).set(OpField.RECEIVE_BYTES, 6);
    assertThat(sizes(sends(uneven, 5, 0, 7), true)).containsExactly(12L, 6L, 7L, 12L);
    assertThat(sizes(sends(uneven, 5, 0, 4), true)).containsExactly(9L, 6L, 6L, 9L);
    assertThat(sizes(uneven)).containsExactly(0L, 6L, 6L, 0L);
  }

  @Test
  void allReceiveABlockOfEachMember() {
    assertThat(sizes(blocks(OpCode.ALLGATHER, 10, 20))).containsExactly(10L, 60L, 20L, 10L);
    assertThat(sizes(blocks(OpCode.ALLGATHER, 30, 20))).containsExactly(30L, 60L, 30L, 30L);
    OpView uneven = new OpView().reset(OpCode.ALLGATHERV).set(OpField.BYTES, 6);
    assertThat(sizes(receives(uneven, 5, 0, 7))).containsExactly(6L, 12L, 7L, 6L);
    assertThat(sizes(receives(uneven, 5, 0, 4))).containsExactly(6L, 9L, 6L, 6L);
    assertThat(sizes(blocks(OpCode.ALLTOALL, 10, 20))).containsExactly(30L, 60L, 20L, 30L);
    assertThat(sizes(blocks(OpCode.ALLTOALL, 30, 20))).containsExactly(90L, 60L, 30L, 90L);
    for (OpCode code : List.of(OpCode.ALLTOALLV, OpCode.ALLTOALLW)) {
      OpView op = new OpView().reset(code);
      assertThat(sizes(receives(sends(op, 1, 2, 3), 5, 0, 7))).containsExactly(6L, 12L, 7L, 6L);
      assertThat(sizes(receives(sends(op, 5, 0, 7), 1, 2, 3))).containsExactly(12L, 6L, 7L, 12L);
    }
  }

  @Test
  void aReduceScatterLeavesAMemberItsOwnBlock() {
    OpView uneven = new OpView().reset(OpCode.REDUCE_SCATTER);
    assertThat(sizes(receives(uneven, 5, 0, 7))).containsExactly(12L, 7L, 12L, 12L);
    assertThat(compute(uneven, 0, false).receivedBytes).isEqualTo(5);
    OpView block = new OpView().reset(OpCode.REDUCE_SCATTER_BLOCK).set(OpField.RECEIVE_BYTES, 20);
    assertThat(sizes(block)).containsExactly(60L, 20L, 60L, 60L);
  }

  @Test
  void neighboursCountAndNotMembers() {
    OpView gather = blocks(OpCode.NEIGHBOR_ALLGATHER, 10, 20).setList(OpField.RANKS, 0, 1);
    assertThat(sizes(gather)).containsExactly(10L, 40L, 20L, 20L);
    OpView exchange = blocks(OpCode.NEIGHBOR_ALLTOALL, 30, 20).setList(OpField.RANKS, 0, 1);
    assertThat(sizes(exchange)).containsExactly(60L, 40L, 30L, 60L);
  }

  @Test
  void aTotalStandsForEqualSharesRoundedUp() {
    OpView exchange = new OpView().reset(OpCode.ALLTOALLV);
    assertThat(sizes(receives(sends(exchange, 10), 3))).containsExactly(10L, 3L, 4L, 10L);
    assertThat(sizes(receives(sends(exchange, 9), 12))).containsExactly(9L, 12L, 4L, 9L);
    OpView reduction = new OpView().reset(OpCode.REDUCE_SCATTER);
    assertThat(sizes(receives(sends(reduction, 20), 7))).containsExactly(20L, 7L, 20L, 20L);
  }

  @Test
  void whatHasNoDataMovesNone() {
    assertThat(sizes(new OpView().reset(OpCode.BARRIER))).containsExactly(0L, 0L, 0L, 0L);
  }

  @Test
  void sizesThatCannotBeAreRefused() {
    OpView op = new OpView().reset(OpCode.ALLTOALLV);
    assertThatThrownBy(() -> sizes(receives(sends(op, 1, 2), 1, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lists 2 sizes, but its communicator has 3 members");
    assertThatThrownBy(() -> sizes(receives(sends(op, 1, -2, 3), 1, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lists a negative size");
    assertThatThrownBy(() -> sizes(blocks(OpCode.ALLTOALL, 1, -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("states a negative size");
    assertThatThrownBy(() -> sizes(blocks(OpCode.ALLTOALL, Long.MAX_VALUE / 2, 1)))
        .isInstanceOf(ArithmeticException.class);
  }
}
