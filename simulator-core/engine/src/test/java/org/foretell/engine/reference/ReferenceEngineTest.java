package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.reference.Ops.await;
import static org.foretell.engine.reference.Ops.awaitFirst;
import static org.foretell.engine.reference.Ops.collective;
import static org.foretell.engine.reference.Ops.compute;
import static org.foretell.engine.reference.Ops.irecv;
import static org.foretell.engine.reference.Ops.isend;
import static org.foretell.engine.reference.Ops.op;
import static org.foretell.engine.reference.Ops.recv;
import static org.foretell.engine.reference.Ops.send;
import static org.foretell.engine.reference.Ops.sendrecv;

import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.MpiModel;
import org.foretell.observe.SimObserver;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Cases with direct models, worked out by hand: latency 100, 1 per byte, eager up to 50 bytes. */
class ReferenceEngineTest {
  private static final int ANY = OpView.ANY;

  private static Prediction run(MpiModel model, OpListTrace trace, SimObserver observer) {
    return ReferenceEngine.run(
        trace,
        Placements.oneRankPerNode(trace.info().ranks()),
        new CommunicationModel("test", model, call -> 1000 + call.vectorBytes()),
        (rank, burst, marker) -> burst.durationPs(),
        observer);
  }

  private static Prediction run(OpListTrace trace) {
    return run(new LinearModel(100, 1, 50), trace, new SimObserver() {});
  }

  private static OpListTrace trace(OpView[]... programs) {
    OpListTrace trace = new OpListTrace(programs.length);
    for (int rank = 0; rank < programs.length; rank++) {
      for (OpView op : programs[rank]) {
        trace.add(rank, op);
      }
    }
    return trace;
  }

  private static OpView[] ops(OpView... ops) {
    return ops;
  }

  @Test
  void pingPongOfEagerMessagesTakesTwoTransfers() {
    Prediction result = run(trace(ops(send(1, 0, 8), recv(1, 0)), ops(recv(0, 0), send(0, 0, 8))));
    assertThat(result.finishPs()).containsExactly(216, 216);
    assertThat(result.operations()).isEqualTo(4);
  }

  @Test
  void eagerMessageToALateReceiverIsThereAlready() {
    Prediction result = run(trace(ops(send(1, 0, 8)), ops(compute(500), recv(0, 0))));
    assertThat(result.finishPs()).containsExactly(108, 500);
  }

  @Test
  void rendezvousStartsWhenBothAreThere() {
    Prediction result = run(trace(ops(send(1, 0, 60)), ops(compute(500), recv(0, 0))));
    assertThat(result.finishPs()).containsExactly(660, 660);
    result = run(trace(ops(compute(500), send(1, 0, 60)), ops(recv(0, 0))));
    assertThat(result.finishPs()).containsExactly(660, 660);
  }

  @Test
  void nonBlockingRendezvousLetsItsCallerGoOn() {
    LinearModel model = new LinearModel(100, 1, 50, 0, 200, 7, 3, false);
    OpListTrace trace =
        trace(
            ops(isend(1, 0, 60, 0), compute(100), await(0)),
            ops(irecv(0, 0, 0), compute(10), await(0)));
    assertThat(run(model, trace, new SimObserver() {}).finishPs()).containsExactly(160, 160);
  }

  @Test
  void ringOfSendrecvsDoesNotDeadlockWhateverTheSize() {
    for (long bytes : new long[] {8, 60}) {
      OpListTrace trace = new OpListTrace(5);
      for (int rank = 0; rank < 5; rank++) {
        trace.add(rank, compute(10L * rank));
        trace.add(rank, sendrecv((rank + 1) % 5, (rank + 4) % 5, 3, bytes));
      }
      Prediction result = run(trace);
      assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
      // Eager: own send and the neighbour's. Rendezvous: both neighbours.
      assertThat(result.finishPs()[1]).isEqualTo(bytes == 8 ? 118 : 180);
      assertThat(result.finishPs()[0]).isEqualTo(bytes == 8 ? 148 : 200);
    }
  }

  @Test
  void ringOfSynchronousSendsIsADeadlockOfAll() {
    OpListTrace trace = new OpListTrace(3);
    for (int rank = 0; rank < 3; rank++) {
      trace.add(rank, send(OpCode.SSEND, (rank + 1) % 3, 0, 0)).add(rank, recv((rank + 2) % 3, 0));
    }
    Prediction result = run(trace);
    assertThat(result.outcome()).isEqualTo(Outcome.DEADLOCKED);
    assertThat(result.deadlock().orElseThrow().blocked())
        .extracting(Deadlock.Blocked::position)
        .extracting(position -> position.rank() + ":" + position.operation())
        .containsExactly("0:0", "1:0", "2:0");
    assertThat(result.operations()).isEqualTo(3);
  }

  @Test
  void messagesOfOneSourceDoNotOvertakeAndTagsSelect() {
    OpListTrace trace =
        trace(
            ops(isend(1, 5, 8, 0), compute(1000), isend(1, 6, 8, 1), awaitFirst(2)),
            ops(irecv(0, 6, 0), irecv(0, 5, 1), await(1), await(0)));
    Recording recording = new Recording();
    Prediction result = run(new LinearModel(100, 1, 50), trace, recording);
    assertThat(result.finishPs()[1]).isEqualTo(1108);
    assertThat(recording.of(1))
        .anyMatch(told -> told.startsWith("WAIT 0..108 waited 0 "))
        .anyMatch(told -> told.startsWith("WAIT 108..1108 waited 892 "));
  }

  @Test
  void wildcardTakesTheMessageWhoseEnvelopeArrivesFirst() {
    OpListTrace trace =
        trace(
            ops(recv(ANY, 4), recv(ANY, 4)), ops(compute(20), send(0, 4, 0)), ops(send(0, 4, 40)));
    assertThat(run(trace).finishPs()[0]).isEqualTo(140);
    trace.add(0, send(1, 9, 0)).add(1, recv(0, 9));
    assertThat(run(trace).finishPs()[1]).isEqualTo(240);
  }

  @Test
  void recordedWildcardWaitsForTheRecordedSource() {
    OpListTrace trace =
        trace(
            ops(recv(ANY, 4).set(OpField.MATCHED_PEER, 1), compute(0)),
            ops(compute(500), send(0, 4, 0)),
            ops(send(0, 4, 0)));
    Prediction result = run(trace);
    assertThat(result.finishPs()[0]).isEqualTo(600);
    assertThat(result.problemCounts()[Problem.Kind.LEFTOVER_MESSAGE.ordinal()]).isEqualTo(1);
  }

  @Test
  void unresolvedWaitanyTakesTheFirstAndLeavesTheRest() {
    OpView waitAny = op(OpCode.WAITANY).setList(OpField.REQUESTS, 0, 1);
    OpListTrace trace =
        trace(
            ops(irecv(1, 0, 0), irecv(2, 0, 1), waitAny, waitAny, waitAny),
            ops(compute(700), send(0, 0, 0)),
            ops(compute(300), send(0, 0, 0)));
    Recording recording = new Recording();
    run(new LinearModel(100, 1, 50), trace, recording);
    assertThat(recording.of(0))
        .filteredOn(told -> told.startsWith("WAITANY"))
        .extracting(told -> told.substring(8, told.indexOf(" peer")))
        .containsExactly("0..400 waited 300", "400..800 waited 300", "800..800 waited 0");
  }

  @Test
  void probeSeesTheEnvelopeAndLeavesTheMessage() {
    OpView probe = op(OpCode.PROBE).set(OpField.PEER, 0).set(OpField.TAG, ANY);
    LinearModel model = new LinearModel(100, 1, 50, 0, 200, 0, 0, true);
    OpListTrace trace = trace(ops(compute(10), send(1, 3, 40)), ops(probe, compute(5), recv(0, 3)));
    assertThat(run(model, trace, new SimObserver() {}).finishPs()[1]).isEqualTo(150);
    trace = trace(ops(compute(10), send(1, 3, 60)), ops(probe, compute(5), recv(0, 3)));
    assertThat(run(model, trace, new SimObserver() {}).finishPs()[1]).isEqualTo(115 + 160);
  }

  @Test
  void collectiveWaitsForTheLastAndSplitOrdersByKey() {
    OpListTrace trace = new OpListTrace(3);
    for (int rank = 0; rank < 3; rank++) {
      trace.add(rank, compute(100L * rank));
      trace.add(
          rank,
          op(OpCode.COMM_SPLIT)
              .set(OpField.COLOR, rank == 1 ? OpView.NONE : 7)
              .set(OpField.KEY, -rank)
              .set(OpField.NEW_COMMUNICATOR, 2 + rank));
    }
    // Rank 2 is rank 0 of the new communicator.
    trace.add(0, recv(0, 1).set(OpField.COMMUNICATOR, 2));
    trace.add(2, send(1, 1, 10).set(OpField.COMMUNICATOR, 4));
    trace.add(0, collective(OpCode.BCAST, 2, 30));
    trace.add(2, collective(OpCode.BCAST, 4, 30));
    assertThat(run(trace).finishPs()).containsExactly(2340, 1200, 2340);
  }

  @Test
  void differentCollectivesStopTheReplay() {
    Prediction result = run(trace(ops(op(OpCode.BARRIER)), ops(op(OpCode.ALLREDUCE))));
    assertThat(result.outcome()).isEqualTo(Outcome.INVALID_TRACE);
    assertThat(result.problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.MISMATCHED_COLLECTIVE);
  }

  @Test
  void persistentRequestsAreStartedAgainAndAgain() {
    OpView sendInit = send(OpCode.SSEND_INIT, 1, 2, 10).set(OpField.REQUEST, 0);
    OpView receiveInit =
        op(OpCode.RECV_INIT)
            .set(OpField.PEER, 0)
            .set(OpField.TAG, 2)
            .set(OpField.RECEIVE_BYTES, 10)
            .set(OpField.REQUEST, 0);
    OpView start = op(OpCode.START).set(OpField.REQUEST, 0);
    OpListTrace trace =
        trace(
            ops(sendInit, start, await(0), start, await(0)),
            ops(receiveInit, compute(40), start, await(0), start, await(0)));
    assertThat(run(trace).finishPs()).containsExactly(260, 260);
  }

  @Test
  void busCarriesOneMessageAtATime() {
    OpListTrace trace =
        trace(ops(send(2, 0, 40)), ops(send(3, 0, 40)), ops(recv(0, 0)), ops(recv(1, 0)));
    Prediction result = run(new BusModel(100, 1, 50), trace, new SimObserver() {});
    assertThat(result.finishPs()).containsExactly(140, 180, 140, 180);
  }
}
