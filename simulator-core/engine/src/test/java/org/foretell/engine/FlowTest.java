package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.simulation;
import static org.foretell.engine.Replays.trace;

import java.util.List;
import org.foretell.engine.reference.SharedLinksModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.FlowModel;
import org.foretell.model.Message;
import org.foretell.model.ModelException;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/**
 * Messages under a flow model: a link out of each node and one into it, 1 ps/B, latency 100 ps,
 * eager up to 1000 B.
 */
final class FlowTest {
  private static CommunicationModel model(long sendPs, long receivePs, boolean whenSent) {
    return new CommunicationModel(
        "test", new SharedLinksModel(100, 1, 1000, sendPs, receivePs, whenSent), call -> 10);
  }

  @SafeVarargs
  private static long[] finishPs(CommunicationModel model, List<OpView>... programs) {
    Prediction prediction = simulation(trace(programs), model).build().run();
    assertThat(prediction.problems()).isEmpty();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.schedule()).isEqualTo(ReplayOrder.STRICT);
    return prediction.finishPs();
  }

  @SafeVarargs
  private static long[] finishPs(List<OpView>... programs) {
    return finishPs(model(0, 0, true), programs);
  }

  @Test
  void eagerMessageMovesWhenSentAndItsSenderGoesOn() {
    assertThat(finishPs(List.of(send(1, 0, 50)), List.of(recv(0, 0)))).containsExactly(0, 150);
    assertThat(finishPs(List.of(send(1, 0, 50)), List.of(compute(1000), recv(0, 0))))
        .containsExactly(0, 1000);
  }

  @Test
  void eagerMessageUnderWayIsReceivedWhenItIsThere() {
    assertThat(finishPs(List.of(send(1, 0, 50)), List.of(compute(120), recv(0, 0))))
        .containsExactly(0, 150);
  }

  @Test
  void eagerMessageMayWaitForItsReceive() {
    assertThat(
            finishPs(
                model(0, 0, false), List.of(send(1, 0, 50)), List.of(compute(1000), recv(0, 0))))
        .containsExactly(0, 1150);
  }

  @Test
  void rendezvousMovesWhenBothAreReady() {
    assertThat(finishPs(List.of(send(1, 0, 2000)), List.of(compute(500), recv(0, 0))))
        .containsExactly(2600, 2600);
    assertThat(finishPs(List.of(compute(500), ssend(1, 0, 10)), List.of(recv(0, 0))))
        .containsExactly(610, 610);
    assertThat(
            finishPs(
                List.of(isend(1, 0, 2000, 0), compute(10), waitFor(0)),
                List.of(irecv(0, 0, 0), compute(7), waitFor(0))))
        .containsExactly(2100, 2100);
  }

  @Test
  void overheadsDelayTheMessageItsSenderAndItsReceive() {
    assertThat(finishPs(model(7, 3, true), List.of(send(1, 0, 50)), List.of(recv(0, 0))))
        .containsExactly(7, 160);
    assertThat(
            finishPs(
                model(7, 3, true), List.of(send(1, 0, 50)), List.of(compute(1000), recv(0, 0))))
        .containsExactly(7, 1003);
  }

  @Test
  void sendrecvPostsItsReceiveWhenItsMessageHasLeftIfTheModelStatesIt() {
    List<OpView> exchanges = List.of(sendrecv(1, 0, 50, 1, 0));
    List<OpView> sends = List.of(isend(0, 0, 50, 0), recv(0, 0), waitFor(0));
    assertThat(finishPs(model(7, 0, true), exchanges, sends))
        .as("its message leaves at 21, that of the other is there at 157")
        .containsExactly(157, 171);
    assertThat(finishPs(model(7, 0, false), exchanges, sends))
        .as("both move from 21 on: the one leaves then, the other finds its receive")
        .containsExactly(171, 171);
  }

  @Test
  void messagesThatShareALinkSlowEachOther() {
    // The first has 250 B left when the second comes, which in the end has the link to itself.
    assertThat(
            finishPs(
                List.of(send(2, 0, 500)),
                List.of(compute(250), send(2, 1, 500)),
                List.of(irecv(0, 0, 0), irecv(1, 1, 1), waitall(0, 1))))
        .containsExactly(0, 250, 1100);
  }

  @Test
  void oneOfTwoEndsWhileTheOtherGoesOnFaster() {
    assertThat(
            finishPs(
                List.of(send(2, 0, 200)),
                List.of(send(3, 0, 600), send(2, 1, 600)),
                List.of(recv(0, 0), compute(1), recv(1, 1)),
                List.of(recv(1, 0))))
        .as("0 to 2, 1 to 3 and 1 to 2 at half speed; then 1 to 2 is held by its way out")
        .containsExactly(0, 0, 1300, 1300);
  }

  @Test
  void waitanyTakesTheFlowThatEndsFirst() {
    assertThat(
            finishPs(
                List.of(send(2, 0, 900)),
                List.of(compute(100), send(2, 0, 10)),
                List.of(
                    irecv(0, 0, 0),
                    irecv(1, 0, 1),
                    requests(OpCode.WAITANY, 0, 1),
                    requests(OpCode.WAITALL, 0, 1))))
        .containsExactly(0, 100, 1010);
  }

  @Test
  void wildcardTakesTheMessageThatWasSentFirst() {
    assertThat(
            finishPs(
                List.of(send(2, 5, 900)),
                List.of(compute(10), send(2, 5, 0)),
                List.of(compute(50), recv(ANY, 5), recv(ANY, 5))))
        .containsExactly(0, 10, 1000);
  }

  @Test
  void freedRequestsCompleteOnTheirOwn() {
    assertThat(
            finishPs(
                List.of(isend(1, 0, 2000, 0), request(OpCode.REQUEST_FREE, 0)),
                List.of(irecv(0, 0, 0), compute(500), request(OpCode.REQUEST_FREE, 0))))
        .containsExactly(0, 500);
  }

  @Test
  void rendezvousNobodyReceivesIsADeadlock() {
    Prediction prediction =
        simulation(trace(List.of(send(1, 0, 5000)), List.of(send(0, 0, 5000))), model(0, 0, true))
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
    assertThat(prediction.deadlock().orElseThrow().blocked()).hasSize(2);
  }

  @Test
  void messageNobodyReceivesIsALeftover() {
    Prediction prediction =
        simulation(trace(List.of(send(1, 0, 50)), List.of()), model(0, 0, true)).build().run();
    assertThat(prediction.problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.LEFTOVER_MESSAGE);
  }

  @Test
  void ranksCannotRunAhead() {
    assertThatThrownBy(
            () ->
                simulation(trace(List.of(), List.of()), model(0, 0, true))
                    .schedule(ReplayOrder.RUN_AHEAD)
                    .build())
        .hasMessageContaining("messages share resources");
  }

  @Test
  void modelThatGoesBackInTimeIsRefused() {
    FlowModel broken =
        new FlowModel() {
          @Override
          public boolean eager(Message message) {
            return true;
          }

          @Override
          public void start(int flow, Message message, long nowPs) {}

          @Override
          public long nextChangePs() {
            return 5;
          }

          @Override
          public int nextFinished(long nowPs) {
            return NONE;
          }
        };
    assertThatThrownBy(
            () ->
                simulation(
                        trace(List.of(compute(10), send(1, 0, 1)), List.of(recv(0, 0))),
                        new CommunicationModel("broken", broken, call -> 0))
                    .build()
                    .run())
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("nextChangePs");
  }

  @Test
  void negativeOverheadIsRefused() {
    assertThatThrownBy(() -> finishPs(model(-1, 0, true), List.of(send(1, 0, 1)), List.of()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("sendOverheadPs");
  }
}
