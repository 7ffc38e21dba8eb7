package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.trace;

import java.util.ArrayList;
import java.util.List;
import org.foretell.result.Position;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.foretell.result.Problem.Kind;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong with a trace is reported with positions. */
final class ProblemTest {
  private static Problem only(OpListTrace trace, Outcome outcome, Kind kind) {
    Prediction prediction = Replays.run(trace);
    assertThat(prediction.outcome()).isEqualTo(outcome);
    assertThat(prediction.problems()).hasSize(1);
    Problem problem = prediction.problems().get(0);
    assertThat(problem.kind()).isEqualTo(kind);
    assertThat(prediction.problemCounts()[kind.ordinal()]).isEqualTo(1);
    return problem;
  }

  @Test
  void differentCollectives() {
    Problem problem =
        only(
            trace(List.of(compute(5), barrier()), List.of(allreduce(8))),
            Outcome.INVALID_TRACE,
            Kind.MISMATCHED_COLLECTIVE);
    assertThat(problem.positions())
        .extracting(Position::toString)
        .containsExactly("rank 0, op 1 (barrier)", "rank 1, op 0 (allreduce bytes=8)");
  }

  @Test
  void differentRoots() {
    Problem problem =
        only(
            trace(List.of(bcast(8, 0)), List.of(compute(1), bcast(8, 1))),
            Outcome.INVALID_TRACE,
            Kind.MISMATCHED_COLLECTIVE);
    assertThat(problem.message())
        .isEqualTo(
            "collective number 0 on a communicator is not the same for all: rank 1, op 1 (bcast"
                + " bytes=8 root=1), but rank 0, op 0 (bcast bytes=8)");
  }

  @Test
  void differentSizes() {
    Problem problem =
        only(
            trace(List.of(bcast(8, 0)), List.of(compute(1), bcast(9, 0))),
            Outcome.COMPLETED,
            Kind.SIZE_MISMATCH);
    assertThat(problem.positions()).extracting(Position::rank).containsExactly(1, 0);
    OpView gather = op(OpCode.GATHER).set(OpField.BYTES, 8);
    only(
        trace(List.of(gather, compute(1)), List.of(gather)), Outcome.COMPLETED, Kind.SIZE_MISMATCH);
  }

  @Test
  void bufferTooSmall() {
    Problem problem =
        only(
            trace(List.of(send(1, 0, 200)), List.of(recv(0, 0).set(OpField.RECEIVE_BYTES, 100))),
            Outcome.COMPLETED,
            Kind.TRUNCATED_MESSAGE);
    assertThat(problem.message())
        .isEqualTo(
            "rank 1, op 0 (recv peer=0 receive_bytes=100) has room for 100 bytes, but the message"
                + " has 200, sent by rank 0, op 0 (send peer=1 bytes=200); replayed whole");
  }

  @Test
  void leftovers() {
    Problem message =
        only(
            trace(List.of(compute(1), send(1, 3, 9)), List.of()),
            Outcome.COMPLETED,
            Kind.LEFTOVER_MESSAGE);
    assertThat(message.message())
        .isEqualTo("rank 1 never received the message of rank 0, op 1 (send peer=1 tag=3 bytes=9)");
    Problem receive =
        only(trace(List.of(irecv(1, 3, 0)), List.of()), Outcome.COMPLETED, Kind.LEFTOVER_RECEIVE);
    assertThat(receive.message())
        .isEqualTo(
            "nothing came for rank 0, op 0 (irecv peer=1 tag=3 receive_bytes=-1 request=0), posted"
                + " for rank 1 and tag 3");
  }

  @Test
  void theFirstLeftoversAreDescribedAndAllCounted() {
    List<OpView> sends = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      sends.add(send(1, i, 1));
    }
    Prediction prediction = Replays.run(trace(sends, List.of(recv(0, 7))));
    assertThat(prediction.problemCounts()[Kind.LEFTOVER_MESSAGE.ordinal()]).isEqualTo(49);
    assertThat(prediction.problems())
        .extracting(problem -> problem.positions().get(0).operation())
        .containsExactly(
            0L, 1L, 2L, 3L, 4L, 5L, 6L, 8L, 9L, 10L, 11L, 12L, 13L, 14L, 15L, 16L, 17L, 18L, 19L,
            20L);
  }

  private static int sizeMismatches(OpView one, OpView other) {
    return (int)
        Replays.run(trace(List.of(one), List.of(other)))
            .problemCounts()[Kind.SIZE_MISMATCH.ordinal()];
  }

  private static OpView allgather(long bytes, long receiveBytes) {
    return op(OpCode.ALLGATHER).set(OpField.BYTES, bytes).set(OpField.RECEIVE_BYTES, receiveBytes);
  }

  private static OpView allgatherv(long... receiveBytes) {
    return op(OpCode.ALLGATHERV)
        .set(OpField.BYTES, 10)
        .setList(OpField.RECEIVE_BYTES_BY_RANK, receiveBytes);
  }

  @Test
  void allMembersReceiveAllThatIsSent() {
    assertThat(sizeMismatches(allgather(10, 10), allgather(10, 10))).isZero();
    assertThat(sizeMismatches(allgather(10, 10), allgather(11, 10))).isEqualTo(1);
    // 20 bytes are sent to each of two, who receive 41.
    assertThat(sizeMismatches(allgatherv(10, 10), allgatherv(10, 10))).isZero();
    assertThat(sizeMismatches(allgatherv(10, 10), allgatherv(10, 11))).isEqualTo(1);
  }

  static List<List<OpView>> invalidPrograms() {
    OpView dup = op(OpCode.COMM_DUP).set(OpField.NEW_COMMUNICATOR, 2);
    OpView list = op(OpCode.COMM_CREATE).setList(OpField.RANKS, 0, 0);
    return List.of(
        List.of(send(5, 0, 1)),
        List.of(send(-7, 0, 1)),
        List.of(send(ANY, 0, 1)),
        List.of(send(0, -1, 1)),
        List.of(send(0, 0, -1)),
        List.of(send(0, 0, 1).set(OpField.COMMUNICATOR, 4)),
        List.of(recv(3, 0)),
        List.of(irecv(0, 0, 0), irecv(0, 1, 0)),
        List.of(irecv(0, 0, -8)),
        List.of(waitFor(-8)),
        List.of(request(OpCode.START, 0)),
        List.of(irecv(0, 0, 0), request(OpCode.START, 0)),
        List.of(requests(OpCode.WAITANY, 0).set(OpField.OUTCOME, 3)),
        List.of(bcast(1, 1)),
        List.of(bcast(-1, 0)),
        List.of(dup, dup),
        List.of(op(OpCode.COMM_DUP).set(OpField.NEW_COMMUNICATOR, 1)),
        List.of(list),
        List.of(op(OpCode.COMM_FREE)),
        List.of(op(OpCode.COMM_FREE).set(OpField.COMMUNICATOR, 3)),
        List.of(op(OpCode.ALLTOALLV).setList(OpField.SEND_BYTES_BY_RANK, 1, 2)),
        List.of(op(OpCode.ALLGATHERV).setList(OpField.RECEIVE_BYTES_BY_RANK, -1)),
        List.of(op(OpCode.MARKER_END).set(OpField.MARKER, 1)),
        List.of(
            op(OpCode.MARKER_BEGIN).set(OpField.MARKER, 1),
            op(OpCode.MARKER_BEGIN).set(OpField.MARKER, 2),
            op(OpCode.MARKER_END).set(OpField.MARKER, 1)));
  }

  @ParameterizedTest
  @MethodSource("invalidPrograms")
  void opThatRefersToNothing(List<OpView> program) {
    OpListTrace trace = new OpListTrace(1);
    program.forEach(op -> trace.add(0, op));
    Problem problem = only(trace, Outcome.INVALID_TRACE, Kind.INVALID_OPERATION);
    assertThat(problem.positions().get(0).operation()).isEqualTo(program.size() - 1L);
    assertThat(problem.message()).startsWith("rank 0, op ");
  }

  @Test
  void sizesBeyondAllBounds() {
    OpView alltoall =
        op(OpCode.ALLTOALL).set(OpField.BYTES, 1L << 62).set(OpField.RECEIVE_BYTES, 1L << 62);
    Problem problem =
        only(
            trace(List.of(alltoall), List.of(alltoall)),
            Outcome.INVALID_TRACE,
            Kind.INVALID_OPERATION);
    assertThat(problem.message()).endsWith("moves more than 2^63 bytes");
  }

  @Test
  void listsOfACreatedCommunicatorThatDisagree() {
    OpView one = op(OpCode.COMM_CREATE).setList(OpField.RANKS, 0, 1);
    OpView other = op(OpCode.COMM_CREATE).setList(OpField.RANKS, 1, 0);
    only(trace(List.of(one), List.of(other)), Outcome.INVALID_TRACE, Kind.MISMATCHED_COLLECTIVE);
  }
}
