package org.foretell.generators.program.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** During which bursts transfers are open: the letter of each is o for open or c for closed. */
class OpenTransfersTest {
  private static final String ISEND = "isend peer=+1 bytes=8 request=";

  /**
   * The letters of the bursts of two ranks, in the order of the text; ops are apart by {@code ;}.
   */
  private static String bursts(String ops) {
    String text = "foretell-trace 1\nranks 2\nprogram 0-1 {\n" + ops.replace(';', '\n') + "\n}\n";
    MemoryTrace.Builder builder = MemoryTrace.builder();
    TraceTextReader.read(
        new StringReader(text.replace("burst", "compute duration=1ms")), "test", builder);
    RankProgram program = SourceTree.of(builder.build()).programs().get(0);
    StringBuilder letters = new StringBuilder();
    letters(program.body(), OpenTransfers.of(program), letters);
    return letters.toString();
  }

  private static void letters(List<Node> body, OpenTransfers open, StringBuilder letters) {
    for (Node node : body) {
      if (node instanceof Node.Loop loop) {
        letters(loop.body(), open, letters);
      } else if (node instanceof Node.Statement s && s.code() == OpCode.COMPUTE) {
        letters.append(open.at(s) ? 'o' : 'c');
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          burst; send peer=+1 bytes=8; burst | cc
          isend peer=+1 bytes=8 request=0; burst; wait request=0; burst | oc
          isend peer=+1 bytes=8 request=0; wait request=1; burst | o
          isend peer=+1 bytes=8; wait; burst | o
          irecv peer=+1 receive_bytes=8 request=0; burst | c
          irecv peer=+1 receive_bytes=8; burst | o
          iallreduce bytes=8 count=1 request=2; burst; waitall requests=[1,2]; burst | oc
          isend peer=+1 bytes=8 request=0; test request=0 outcome=1; burst | o
          isend peer=+1 bytes=8 request=each(0,1); wait request=each(0,1); burst | o
          isend peer=+1 bytes=8 request=each(0,1); waitall requests=[0,1]; burst | c
          send_init peer=1 bytes=8 request=0; burst; start request=0; burst; wait request=0; burst | coc
          startall requests=[0,1]; waitall requests=[0,1]; request_free request=0; burst | c
          start request=0; request_free request=0; wait request=0; burst | o
          """)
  void requestsAreOpenUntilAWaitNamesThem(String ops, String expected) {
    assertThat(bursts(ops)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          put peer=+1 bytes=8 object=0; burst; win_fence object=0; burst | oc
          put peer=+1 bytes=8 object=0; win_fence object=1; burst | o
          put peer=+1 bytes=8 object=0; win_unlock peer=+1 object=0; burst | c
          put peer=+1 bytes=8 object=0; win_unlock peer=1 object=0; burst | o
          accumulate peer=each(1,0) bytes=8 object=0; win_flush peer=each(1,0) object=0; burst | c
          put peer=cycle(1,0) bytes=8 object=0; win_flush peer=cycle(1,0) object=0; burst | o
          put peer=cycle(1,0) bytes=8 object=0; win_flush_all object=0; burst | c
          put peer=1 bytes=8 object=0; win_wait object=0; burst; win_complete object=0; burst | oc
          rput peer=1 bytes=8 object=0 request=0; win_fence object=0; burst; wait request=0; burst | oc
          """)
  void windowsAreOpenUntilTheirTransfersAreComplete(String ops, String expected) {
    assertThat(bursts(ops)).isEqualTo(expected);
  }

  @Test
  void whatALoopLeavesOpenIsOpenAtItsBeginning() {
    assertThat(bursts("repeat 3 {;burst;" + ISEND + "0;burst;};burst;wait request=0;burst"))
        .isEqualTo("oooc");
    assertThat(bursts("repeat 3 {;burst;wait request=0;burst;" + ISEND + "0;};burst"))
        .isEqualTo("oco");
    assertThat(bursts("repeat 2 {;burst;" + ISEND + "0;wait request=0;};burst")).isEqualTo("cc");
  }

  @Test
  void loopsThatMayNotBeEnteredCompleteNothing() {
    String wait = " {;wait request=0;};burst";
    assertThat(bursts(ISEND + "0;repeat 1" + wait)).isEqualTo("c");
    assertThat(bursts(ISEND + "0;repeat each(0,1)" + wait)).isEqualTo("o");
    assertThat(bursts(ISEND + "0;repeat each(2,1)" + wait)).isEqualTo("c");
    assertThat(bursts("repeat each(0,1) {;" + ISEND + "0;};burst;wait request=0;burst"))
        .isEqualTo("oc");
  }

  @Test
  void freedInALaterIterationIsOpenForGood() {
    String ops = "repeat 3 {;request_free request=0;start request=0;};wait request=0;burst";
    assertThat(bursts(ops)).isEqualTo("o");
  }

  @Test
  void unknownOutcomesLeaveOpenWhatWaitsNameLater() {
    String start = ISEND + "0;" + ISEND + "1;";
    String end = ";" + ISEND + "0;waitall requests=[0,1];burst";
    assertThat(bursts(start + "waitany requests=[0,1]" + end)).isEqualTo("o");
    assertThat(bursts(start + "waitsome requests=[0,1]" + end)).isEqualTo("o");
    assertThat(bursts(start + "waitany requests=[0,1] outcome=0" + end)).isEqualTo("c");
    assertThat(bursts(start + "waitsome requests=[0,1] outcomes=[0]" + end)).isEqualTo("c");
  }
}
