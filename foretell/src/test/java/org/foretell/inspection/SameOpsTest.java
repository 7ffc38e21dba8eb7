package org.foretell.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import org.foretell.report.SameOpsResult;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameOpsTest {
  private static TraceSource trace(String text) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    TraceTextReader.read(new StringReader("foretell-trace 1\n" + text), "test", builder);
    return builder.build();
  }

  /** Compares what two ranks execute; ops are separated by semicolons. */
  private static SameOpsResult compare(String first, String second) {
    return SameOps.of(
        trace("ranks 2\nprogram 0-1 {\n" + first.replace(';', '\n') + "\n}\n"),
        trace("ranks 2\nprogram 0-1 {\n" + second.replace(';', '\n') + "\n}\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send peer=1 bytes=8 | send peer=1 bytes=8",
        "send peer=+1 bytes=8; recv peer=-1 receive_bytes=8 | send peer=each(1,0) bytes=8; recv"
            + " peer=each(1,0) receive_bytes=8",
        "barrier; barrier | compute duration=1us; barrier; compute duration=2us; barrier",
        "isend peer=1 bytes=8 request=0; wait request=0 | isend peer=1 bytes=8 request=7; wait"
            + " request=7",
        "isend peer=1 bytes=8 request=0; isend peer=0 bytes=8 request=1; waitall requests=[0,1] |"
            + " isend peer=1 bytes=8 request=3; isend peer=0 bytes=8 request=2; waitall"
            + " requests=[2,3]",
        "comm_dup new_communicator=2; barrier communicator=2 | comm_dup new_communicator=5; barrier"
            + " communicator=5",
        "win_create object=0 bytes=8; win_fence object=0 | win_create object=3 bytes=8; win_fence"
            + " object=3",
        "iprobe peer=0 outcome=0; barrier | barrier",
        "waitany requests=[none,none] outcome=0 | waitany requests=[none,none] outcome=1",
        "gather bytes=8 receive_bytes=8 root=0 | gather bytes=8 root=0",
        "recv peer=any receive_bytes=8 matched_peer=0 | recv peer=any receive_bytes=8"
            + " matched_peer=1",
        "waitsome requests=[0,1,2] outcomes=[0,1,2]; barrier | waitsome requests=[0,1,2]"
            + " outcomes=[1]; compute duration=1us; waitsome requests=[0,none,2] outcomes=[0,2];"
            + " barrier",
        "testsome requests=[0,1] outcomes=[]; testsome requests=[0,1] outcomes=[0,1] | testsome"
            + " requests=[0,1] outcomes=[0,1]",
        "shmem_test_all variables=[1,2] outcome=0; barrier | barrier",
        "shmem_test_any variables=[1,2] outcome=-2; barrier | barrier",
        "shmem_test_some variables=[1,2] outcomes=[]; barrier | barrier",
        "testany requests=[none,none] outcome=-2; barrier | barrier",
      })
  void theSame(String first, String second) {
    SameOpsResult result = compare(first, second);
    assertThat(result.differences()).isEmpty();
    assertThat(result.same()).isTrue();
    assertThat(compare(second, first).same()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send peer=1 bytes=8 | send peer=1 bytes=9 | bytes",
        "send peer=1 bytes=8 | send peer=0 bytes=8 | peer",
        "send peer=1 bytes=8 tag=1 | send peer=1 bytes=8 tag=2 | tag",
        "send peer=1 bytes=8 | ssend peer=1 bytes=8 | the call",
        "barrier; bcast bytes=8 root=0 | bcast bytes=8 root=0; barrier | the call",
        "bcast bytes=8 root=0 | bcast bytes=8 root=1 | root",
        "barrier; barrier | barrier | no further call",
        "barrier | barrier; barrier | no further call",
        "isend peer=1 bytes=8 request=0; isend peer=0 bytes=8 request=1; wait request=0 | isend"
            + " peer=1 bytes=8 request=0; isend peer=0 bytes=8 request=1; wait request=1 | request",
        "comm_dup new_communicator=2; barrier communicator=2 | comm_dup new_communicator=2; barrier"
            + " | communicator",
        "waitsome requests=[0,1] outcomes=[0]; barrier; waitsome requests=[none,1] outcomes=[1] |"
            + " waitsome requests=[0,1] outcomes=[0,1]; barrier | no further call",
        "waitsome requests=[0,1] outcomes=[0]; waitsome requests=[2] outcomes=[0] | waitsome"
            + " requests=[0,1] outcomes=[0,1] | no further call",
        "shmem_test_all variables=[1,2] outcome=1; barrier | barrier | the call",
        "shmem_test_any variables=[1,2] outcome=0; barrier | barrier | the call",
        "shmem_test_some variables=[1,2] outcomes=[0]; barrier | barrier | the call",
        "testany requests=[none,none] outcome=0; barrier | barrier | the call",
      })
  void notTheSame(String first, String second, String what) {
    SameOpsResult result = compare(first, second);
    assertThat(result.same()).isFalse();
    assertThat(result.ranksThatDiffer()).isEqualTo(2);
    assertThat(result.differences().get(0).what()).contains(what);
  }

  @Test
  void anotherNumberOfRanksIsNotTheSame() {
    SameOpsResult result =
        SameOps.of(
            trace("ranks 2\nprogram 0-1 {\nbarrier\n}\n"),
            trace("ranks 3\nprogram 0-2 {\nbarrier\n}\n"));
    assertThat(result.same()).isFalse();
    assertThat(result.ranksThatDiffer()).isZero();
  }

  @Test
  void aRandomTraceIsTheSameAsItself() {
    for (long seed = 0; seed < 500; seed++) {
      OpListTrace trace = RandomStructuredTraces.of(seed).expansion();
      SameOpsResult result = SameOps.of(trace, trace);
      assertThat(result.differences()).as("seed %s", seed).isEmpty();
    }
  }

  @Test
  void aRandomTraceDiffersInASizeThatIsChanged() {
    int changed = 0;
    for (long seed = 0; seed < 200; seed++) {
      OpListTrace trace = RandomStructuredTraces.of(seed).expansion();
      OpListTrace other = copyWithOneSizeChanged(trace);
      if (other != null) {
        changed++;
        SameOpsResult result = SameOps.of(trace, other);
        assertThat(result.same()).as("seed %s", seed).isFalse();
        assertThat(result.ranksThatDiffer()).as("seed %s", seed).isEqualTo(1);
      }
    }
    assertThat(changed).isGreaterThan(50);
  }

  private static OpListTrace copyWithOneSizeChanged(OpListTrace trace) {
    OpListTrace copy = new OpListTrace(trace.info().ranks());
    trace.tables().communicators().forEach(copy::define);
    boolean isChanged = false;
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      for (OpView op : trace.program(rank)) {
        OpView next = new OpView();
        next.copyFrom(op);
        if (!isChanged
            && op.code().family() == OpCode.Family.POINT_TO_POINT
            && op.code().has(OpField.BYTES)) {
          next.set(OpField.BYTES, op.bytes() + 1);
          isChanged = true;
        }
        copy.add(rank, next);
      }
    }
    return isChanged ? copy : null;
  }
}
