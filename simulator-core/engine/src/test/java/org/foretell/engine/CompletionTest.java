package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.finishPs;

import java.util.ArrayList;
import java.util.List;
import org.foretell.observe.SimObserver;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Waits and tests. In these traces rank 0 receives, rank 1 sends after 1000 and after 2000 ps. */
final class CompletionTest {
  private static final List<OpView> SENDER =
      List.of(compute(1000), send(0, 0, 0), compute(900), send(0, 1, 0));

  /** Rank 0's receives complete at 1100 and at 2100 ps. */
  private static long receiver(OpView... ops) {
    List<OpView> program = new java.util.ArrayList<>(List.of(irecv(1, 1, 0), irecv(1, 0, 1)));
    program.addAll(List.of(ops));
    return finishPs(program, SENDER)[0];
  }

  @Test
  void waitallWaitsForTheLatest() {
    assertThat(receiver(waitall(0, 1))).isEqualTo(2100);
    assertThat(receiver(waitall(1, NONE, 7), waitFor(0))).isEqualTo(2100);
  }

  /**
   * Rank 0 takes the receive of 1100 ps at 1706 ps and its send, complete at once after 7 ps, last.
   */
  @Test
  void lateCompletionsAreReported() {
    List<String> told = new ArrayList<>();
    SimObserver observer =
        new SimObserver() {
          @Override
          public void takenLate(int rank, boolean isSend, long completePs, long timePs) {
            told.add(rank + (isSend ? " sent " : " received ") + completePs + " " + timePs);
          }
        };
    List<OpView> receiver =
        List.of(
            irecv(1, 1, 0),
            irecv(1, 0, 1),
            compute(1700),
            waitFor(1),
            waitall(0),
            isend(1, 5, 0, 3),
            compute(40),
            requests(OpCode.WAITANY, 3).set(OpField.OUTCOME, 0));
    List<OpView> sender = new ArrayList<>(SENDER);
    sender.add(recv(0, 5));
    OpListTrace trace = Replays.trace(receiver, sender);
    Replays.simulation(trace, LinearModel.communication())
        .schedule(ReplayOrder.STRICT)
        .observer(observer)
        .build()
        .run();
    assertThat(told).containsExactly("0 received 1100 1706", "0 sent 2107 2147");
  }

  @Test
  void waitanyWithoutOutcomeTakesTheFirstToComplete() {
    assertThat(receiver(requests(OpCode.WAITANY, 0, 1), irecv(PROC_NULL, 0, 1), waitall(1)))
        .as("slot 1 is free again")
        .isEqualTo(1100);
    assertThat(receiver(requests(OpCode.WAITANY, 0, 1), requests(OpCode.WAITANY, 0, 1)))
        .isEqualTo(2100);
  }

  @Test
  void waitanyTakesTheLowestIndexOfThoseCompleteByItsClock() {
    assertThat(receiver(compute(5000), requests(OpCode.WAITANY, 0, 1), irecv(PROC_NULL, 0, 0)))
        .isEqualTo(5006);
  }

  @Test
  void recordedWaitanyWaitsForItsRequest() {
    assertThat(receiver(requests(OpCode.WAITANY, 0, 1).set(OpField.OUTCOME, 0), waitFor(1)))
        .isEqualTo(2100);
    assertThat(receiver(requests(OpCode.WAITANY, 0, 1).set(OpField.OUTCOME, 1), compute(0)))
        .isEqualTo(1100);
  }

  @Test
  void waitOnNothingActiveIsNoOp() {
    assertThat(
            finishPs(
                List.of(
                    waitFor(3),
                    waitFor(NONE),
                    requests(OpCode.WAITANY, 4, 5),
                    requests(OpCode.WAITSOME),
                    requests(OpCode.TESTANY, 4))))
        .containsExactly(0);
  }

  @Test
  void waitsomeTakesAllThatAreComplete() {
    OpView some = requests(OpCode.WAITSOME, 0, 1);
    assertThat(receiver(some, compute(10), waitall(0, 1))).isEqualTo(2100);
    assertThat(receiver(some)).isEqualTo(1100);
    assertThat(receiver(compute(5000), some, irecv(PROC_NULL, 0, 0), irecv(PROC_NULL, 0, 1)))
        .isEqualTo(5006);
  }

  @Test
  void waitsomeTakesAllThatBecomeCompleteTogether() {
    List<OpView> receiver =
        List.of(
            irecv(1, 0, 0),
            irecv(2, 0, 1),
            requests(OpCode.WAITSOME, 0, 1),
            irecv(PROC_NULL, 0, 0),
            irecv(PROC_NULL, 0, 1));
    assertThat(finishPs(receiver, List.of(send(0, 0, 8)), List.of(send(0, 0, 8)))[0])
        .as("both slots are free again")
        .isEqualTo(108);
  }

  @Test
  void recordedWaitsomeWaitsForAllItTook() {
    OpView both = requests(OpCode.WAITSOME, 0, 1).setList(OpField.OUTCOMES, 1, 0);
    assertThat(receiver(both)).isEqualTo(2100);
  }

  @Test
  void testsTakeNoTimeUnlessTheyAreKnownToHaveSucceeded() {
    assertThat(receiver(request(OpCode.TEST, 0).set(OpField.OUTCOME, 0), waitall(0, 1)))
        .isEqualTo(2100);
    assertThat(receiver(request(OpCode.TEST, 1).set(OpField.OUTCOME, 1))).isEqualTo(1100);
    assertThat(receiver(requests(OpCode.TESTALL, 0, 1).set(OpField.OUTCOME, 1))).isEqualTo(2100);
    assertThat(receiver(requests(OpCode.TESTANY, 0, 1).set(OpField.OUTCOME, 1))).isEqualTo(1100);
    assertThat(receiver(requests(OpCode.TESTANY, 0, 1).set(OpField.OUTCOME, -2))).isEqualTo(6);
    assertThat(
            receiver(
                requests(OpCode.TESTSOME, 0, 1)
                    .setList(OpField.OUTCOMES, 1)
                    .set(OpField.OUTCOME, 1)))
        .isEqualTo(1100);
  }

  @Test
  void testWithoutOutcomeFreesWhatIsComplete() {
    assertThat(receiver(request(OpCode.TEST, 1), compute(1500), request(OpCode.TEST, 1)))
        .isEqualTo(1506);
    assertThat(
            receiver(
                compute(1500),
                requests(OpCode.TESTALL, 0, 1),
                requests(OpCode.TESTANY, 0, 1),
                irecv(PROC_NULL, 0, 1),
                requests(OpCode.TESTSOME, 0, 1),
                irecv(PROC_NULL, 0, 1)))
        .isEqualTo(1512 - 6);
  }

  @Test
  void freedRequestCompletesOnItsOwn() {
    assertThat(
            finishPs(
                List.of(
                    irecv(1, 0, 0), request(OpCode.REQUEST_FREE, 0), irecv(1, 0, 0), waitFor(0)),
                List.of(ssend(0, 0, 0), ssend(0, 0, 0))))
        .containsExactly(200, 200);
    assertThat(
            finishPs(
                List.of(issend(1, 0, 0, 0), request(OpCode.REQUEST_FREE, 0), issend(1, 0, 0, 0)),
                List.of(recv(0, 0), recv(0, 0))))
        .containsExactly(14, 200);
  }

  @Test
  void persistentRequestsAreStartedAgainAndAgain() {
    OpView init = send(OpCode.SEND_INIT, 1, 0, 2000).set(OpField.REQUEST, 0);
    OpView receive = recv(OpCode.RECV_INIT, 0, 0).set(OpField.REQUEST, 3);
    assertThat(
            finishPs(
                List.of(
                    init,
                    request(OpCode.START, 0),
                    waitFor(0),
                    requests(OpCode.STARTALL, 0),
                    waitFor(0),
                    request(OpCode.REQUEST_FREE, 0)),
                List.of(
                    receive,
                    request(OpCode.START, 3),
                    waitFor(3),
                    request(OpCode.START, 3),
                    waitFor(3))))
        .containsExactly(4200, 4200);
  }
}
