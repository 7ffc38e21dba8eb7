package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.trace;
import static org.foretell.trace.OpCode.*;

import java.util.ArrayList;
import java.util.List;
import org.foretell.engine.reference.SharedLinksModel;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/**
 * Files on three servers, each with 5 ps for a request and 2 ps for a byte; nodes are 50 ps away
 * and take 1 ps for a byte; opening takes 30 ps; stripes of 100 bytes go over two servers. A
 * barrier takes 1000 ps.
 */
final class FilesTest {
  private static final FileSystem FILES =
      new FileSystem(3, new LinkSpeed(5, 0.5e12), new LinkSpeed(50, 1e12), 30, 100, 2);

  private static OpView file(OpCode code, long bytes) {
    return op(code).set(OpField.OBJECT, 0).set(OpField.BYTES, bytes);
  }

  private static OpView file(OpCode code, long bytes, int name, long offset) {
    return file(code, bytes).set(OpField.OBJECT, name).set(OpField.STRIDE_BYTES, offset);
  }

  private static Prediction run(OpListTrace trace, CommunicationModel model) {
    return Replays.simulation(trace, model).fileSystem(FILES).build().run();
  }

  @SafeVarargs
  private static long[] finishPs(List<OpView>... programs) {
    Prediction prediction = run(trace(programs), LinearModel.communication());
    assertThat(prediction.problems()).isEmpty();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return prediction.finishPs();
  }

  @Test
  void requestTakesLatencyAndItsSlowestServer() {
    // At the server at 50, served for 5 + 80 * 2.
    assertThat(finishPs(List.of(file(FILE_READ, 80)))).containsExactly(215);
    assertThat(finishPs(List.of(file(FILE_WRITE, 80)))).containsExactly(215);
    assertThat(finishPs(List.of(file(FILE_READ, 0)))).containsExactly(50);
    // 100 and 20 bytes, then 80 of the second stripe and 40 of the third, on the first server.
    assertThat(finishPs(List.of(file(FILE_READ, 120)))).containsExactly(255);
    assertThat(finishPs(List.of(file(FILE_READ, 120), file(FILE_READ, 120))))
        .containsExactly(255 + 50 + 5 + 160);
    // From 350 on: 50 bytes on the second server, 10 on the first.
    assertThat(finishPs(List.of(file(FILE_READ, 60, 0, 350)))).containsExactly(155);
  }

  @Test
  void linkLimitsWhatManyServersGive() {
    FileSystem many = new FileSystem(10, LinkSpeed.INSTANT, new LinkSpeed(50, 1e12), 0, 100, 10);
    Prediction prediction =
        Replays.simulation(trace(List.of(file(FILE_WRITE, 1000))), LinearModel.communication())
            .fileSystem(many)
            .build()
            .run();
    assertThat(prediction.finishPs()).containsExactly(1050);
  }

  @Test
  void serversAndLinksServeOneRequestAfterTheOther() {
    List<OpView> write = List.of(file(FILE_WRITE, 80));
    assertThat(finishPs(write, write)).containsExactly(215, 215);
    // File 2 of rank 1 is on server 0, as is file 0 of rank 0.
    List<OpView> sameServer = List.of(file(FILE_WRITE, 80, 2, 0));
    assertThat(finishPs(write, sameServer)).containsExactly(215, 380);
    List<OpView> shared = List.of(file(FILE_OPEN, 0), file(FILE_WRITE, 80));
    assertThat(finishPs(shared, shared)).containsExactly(1030 + 215, 1030 + 380);
    List<OpView> elsewhere = write;
    // On one node: the second has the link at 80 and arrives at 130, when its server is idle.
    Prediction oneNode =
        Simulation.builder()
            .trace(trace(write, elsewhere))
            .placement(new Placement("one node", new int[2], new int[] {0, 1}))
            .communication(LinearModel.communication())
            .compute((rank, burst, marker) -> burst.durationPs())
            .fileSystem(FILES)
            .build()
            .run();
    assertThat(oneNode.finishPs()).containsExactly(215, 295);
  }

  @Test
  void firstComeFirstServedAtTheServersWhateverWasAskedFirst() {
    // The third request waits 80 for the link of its node, so that the fourth is served before it.
    List<OpView> first = List.of(file(FILE_WRITE, 80, 1, 0));
    List<OpView> second = List.of(compute(1), file(FILE_WRITE, 10, 2, 0));
    List<OpView> other = List.of(compute(2), file(FILE_WRITE, 10, 1, 0));
    Prediction prediction =
        Simulation.builder()
            .trace(trace(first, second, other))
            .placement(new Placement("two nodes", new int[] {0, 0, 1}, new int[] {0, 1, 0}))
            .communication(LinearModel.communication())
            .compute((rank, burst, marker) -> burst.durationPs())
            .fileSystem(FILES)
            .build()
            .run();
    assertThat(prediction.finishPs()).containsExactly(215, 155, 77);
  }

  @Test
  void openAndCloseWaitForAllAndTakeTheMetadataLatency() {
    OpView open = file(FILE_OPEN, 0);
    OpView close = file(FILE_CLOSE, 0);
    assertThat(finishPs(List.of(open, close), List.of(compute(70), open, close)))
        .containsExactly(2130, 2130);
    OpView read = file(FILE_READ, 120);
    // Open again: from the beginning.
    OpView alone = file(FILE_OPEN, 0).set(OpField.COMMUNICATOR, 1);
    assertThat(finishPs(List.of(read, alone, read))).containsExactly(255 + 1030 + 255);
  }

  @Test
  void collectiveFormsWaitForAllThenEachMovesItsOwn() {
    assertThat(
            finishPs(
                List.of(file(FILE_WRITE_ALL, 80)), List.of(compute(70), file(FILE_WRITE_ALL, 80))))
        .containsExactly(1285, 1285);
    List<String> lines = new ArrayList<>();
    Replays.simulation(
            trace(List.of(file(FILE_READ_ALL, 80)), List.of(compute(70), file(FILE_READ_ALL, 40))),
            LinearModel.communication())
        .fileSystem(FILES)
        .observer(
            new SimObserver() {
              @Override
              public void op(
                  int rank,
                  OpCode code,
                  int callSite,
                  int peer,
                  int communicator,
                  long bytes,
                  long startPs,
                  long waitPs,
                  long endPs) {
                lines.add(rank + " " + bytes + " " + startPs + " " + waitPs + " " + endPs);
              }
            })
        .build()
        .run();
    assertThat(lines).containsExactlyInAnyOrder("0 80 0 70 1285", "1 40 70 0 1205");
  }

  @Test
  void requestsOfTheProgramCompleteInTheBackground() {
    OpView read = file(FILE_IREAD, 80).set(OpField.REQUEST, 0);
    OpView write = file(FILE_IWRITE, 80, 1, 0).set(OpField.REQUEST, 1);
    assertThat(finishPs(List.of(read, write, compute(100), waitall(0, 1)))).containsExactly(295);
    assertThat(finishPs(List.of(read, compute(500), waitFor(0)))).containsExactly(500);
    assertThat(finishPs(List.of(read, request(REQUEST_FREE, 0)))).containsExactly(0);
  }

  @Test
  void underAFlowModelItIsTheSame() {
    CommunicationModel flows =
        new CommunicationModel("test", new SharedLinksModel(100, 1, 1000, 0, 0, true), call -> 10);
    OpView write = file(FILE_WRITE, 80);
    Prediction prediction =
        run(trace(List.of(send(1, 0, 50), write), List.of(recv(0, 0), write)), flows);
    assertThat(prediction.finishPs()).containsExactly(215, 365);
  }

  @Test
  void mistakesAreProblems() {
    Prediction mixed =
        run(trace(List.of(file(FILE_OPEN, 0)), List.of(barrier())), LinearModel.communication());
    assertThat(mixed.problems().get(0).kind()).isEqualTo(Problem.Kind.MISMATCHED_COLLECTIVE);
    Prediction stuck =
        run(trace(List.of(file(FILE_READ_ALL, 8)), List.of()), LinearModel.communication());
    assertThat(stuck.deadlock().orElseThrow().blocked().get(0).reason())
        .isEqualTo(
            "1 of 2 ranks have called file_read_all number 0 on this communicator; missing: rank 1"
                + " (finished)");
    Prediction negative =
        run(trace(List.of(file(FILE_READ, 8, 0, -9))), LinearModel.communication());
    assertThat(negative.problems().get(0).message())
        .isEqualTo(
            "rank 0, op 0 (file_read object=0 bytes=8 stride_bytes=-9) has a negative size or"
                + " offset, or one beyond 2^63");
  }
}
