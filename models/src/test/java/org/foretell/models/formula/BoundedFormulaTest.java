package org.foretell.models.formula;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.models.Call;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

/** 48 ranks on 4 nodes, whose interfaces together take 0.5 ns for a byte. */
class BoundedFormulaTest {
  private static final long NOTHING = 0;

  private final BoundedFormula bounded = new BoundedFormula(call -> NOTHING, 500);

  private static Call call(OpCode code, long bytes) {
    return new Call(code, 48, 4, bytes, 48 * bytes, 48 * bytes);
  }

  @Test
  void whatEachSendsToEachHasToLeaveItsNode() {
    assertThat(bounded.durationPs(call(OpCode.ALLTOALL, 1000))).isEqualTo(12 * 36 * 1000 * 500);
    assertThat(bounded.leastPs(call(OpCode.ALLTOALLV, 1000))).isEqualTo(12 * 36 * 1000 * 500);
  }

  @Test
  void whatAllOthersHaveComesIntoANode() {
    assertThat(bounded.durationPs(call(OpCode.ALLGATHER, 1000))).isEqualTo(36 * 1000 * 500);
    assertThat(bounded.durationPs(call(OpCode.GATHER, 1000))).isEqualTo(36 * 1000 * 500);
    assertThat(bounded.durationPs(call(OpCode.SCATTER, 1000))).isEqualTo(36 * 1000 * 500);
  }

  @Test
  void vectorsComeIntoEachNodeAndReductionsLeaveIt() {
    assertThat(bounded.durationPs(call(OpCode.BCAST, 1000))).isEqualTo(1000 * 500);
    assertThat(bounded.durationPs(call(OpCode.REDUCE, 1000))).isEqualTo(1000 * 500);
    assertThat(bounded.durationPs(call(OpCode.ALLREDUCE, 1000))).isEqualTo(1500 * 500);
    assertThat(bounded.durationPs(call(OpCode.REDUCE_SCATTER, 1000))).isEqualTo(750 * 500);
  }

  @Test
  void withinANodeAndWithoutBytesThereIsNoBound() {
    assertThat(bounded.durationPs(Call.within(OpCode.ALLTOALL, 48, 1000))).isZero();
    assertThat(bounded.durationPs(call(OpCode.BARRIER, 0))).isZero();
  }

  @Test
  void aFormulaAboveItsBoundStands() {
    BoundedFormula slow = new BoundedFormula(call -> 1L << 40, 500);
    assertThat(slow.durationPs(call(OpCode.ALLTOALL, 1000))).isEqualTo(1L << 40);
    assertThat(slow.leastPs(call(OpCode.ALLTOALL, 1000))).isEqualTo(12 * 36 * 1000 * 500);
  }
}
