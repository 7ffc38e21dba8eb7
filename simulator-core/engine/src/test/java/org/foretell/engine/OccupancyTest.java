package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.trace;

import java.util.List;
import java.util.function.Supplier;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.ReferenceEngine;
import org.foretell.machine.Placements;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ConstantOverheads;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.Message;
import org.foretell.model.TestSchedules;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages that keep CPUs and interfaces: o = 10 ps, g = 15 ps, L = 100 ps, eager up to 1000 B. */
final class OccupancyTest {
  private static final class PlainLogP extends ConstantOverheads {
    private static final Times EITHER_SIDE = new Times(10, 15);

    private final int ranksPerNic;

    PlainLogP(int ranksPerNic) {
      super(EITHER_SIDE, EITHER_SIDE);
      this.ranksPerNic = ranksPerNic;
    }

    @Override
    public boolean eager(Message message) {
      return message.bytes() <= 1000;
    }

    @Override
    public long wirePs(Message message) {
      return 100;
    }

    @Override
    public long lastBytePs(Message message) {
      return message.bytes() / 100;
    }

    @Override
    public int nicOf(int rank) {
      return rank / ranksPerNic;
    }
  }

  @SafeVarargs
  private static long[] finishPs(int ranksPerNic, List<OpView>... programs) {
    Prediction prediction =
        Replays.simulation(
                trace(programs),
                new CommunicationModel(
                    "plain-logp", new PlainLogP(ranksPerNic), LinearModel.COLLECTIVES))
            .build()
            .run();
    assertThat(prediction.problems()).isEmpty();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.schedule()).isEqualTo(ReplayOrder.STRICT);
    return prediction.finishPs();
  }

  @Test
  void messageTakesBothOverheadsAndTheWire() {
    assertThat(finishPs(1, List.of(send(1, 0, 8)), List.of(recv(0, 0)))).containsExactly(10, 110);
  }

  @Test
  void sendsOfOneRankAreAGapApart() {
    assertThat(
            finishPs(
                1,
                List.of(send(1, 0, 8), send(1, 0, 8), send(1, 0, 8)),
                List.of(recv(0, 0), recv(0, 0), recv(0, 0))))
        .containsExactly(40, 140);
  }

  @Test
  void arrivingMessagesWaitForABurst() {
    assertThat(finishPs(1, List.of(send(1, 0, 8)), List.of(compute(500), recv(0, 0))))
        .containsExactly(10, 510);
  }

  @Test
  void burstWaitsForMessagesThatCameBefore() {
    List<OpView> sends = List.of(send(2, 0, 8));
    assertThat(
            finishPs(
                1,
                sends,
                sends,
                List.of(compute(50), compute(50), compute(7), recv(0, 0), recv(1, 0))))
        .as(
            "both reach rank 2 at 100; the first is taken in before the third burst, which had its"
                + " number at 50; the second waits for the interface and the burst")
        .containsExactly(10, 10, 127);
    assertThat(finishPs(1, sends, sends, List.of(compute(100), compute(7), recv(0, 0), recv(1, 0))))
        .as(
            "the second burst has its number when the first begins, at 0, and messages of other"
                + " nodes have theirs when nothing else of that time is left")
        .containsExactly(10, 10, 132);
  }

  @Test
  void rendezvousSenderIsReleasedByTheMatch() {
    assertThat(finishPs(1, List.of(send(1, 0, 5000)), List.of(compute(300), recv(0, 0))))
        .as("taken in at 300, before the receive is posted at 300")
        .containsExactly(300, 310);
    assertThat(finishPs(1, List.of(send(1, 0, 5000)), List.of(recv(0, 0))))
        .containsExactly(100, 110);
    assertThat(
            finishPs(
                1,
                List.of(isend(1, 0, 5000, 0), compute(50), waitFor(0)),
                List.of(compute(200), irecv(0, 0, 0), compute(70), waitFor(0))))
        .as("the message is taken in at 200, when the first burst is over, before the receive")
        .containsExactly(200, 280);
  }

  @Test
  void incastIsTakenInOneByOne() {
    List<OpView> sender = List.of(send(0, 0, 8));
    assertThat(finishPs(1, List.of(recv(1, 0), recv(2, 0), recv(3, 0)), sender, sender, sender)[0])
        .isEqualTo(100 + 2 * 15 + 10);
  }

  @Test
  void ranksOfOneInterfaceTakeTurns() {
    assertThat(
            finishPs(
                2,
                List.of(send(2, 0, 8)),
                List.of(send(3, 0, 8)),
                List.of(recv(0, 0)),
                List.of(recv(1, 0))))
        .containsExactly(10, 25, 110, 125);
  }

  @Test
  void whoeverFindsTheInterfaceTakenWaitsForIt() {
    // Both messages arrive at 100, at ranks of one interface.
    assertThat(
            finishPs(
                2,
                List.of(send(4, 0, 8)),
                List.of(),
                List.of(send(5, 0, 8)),
                List.of(),
                List.of(recv(0, 0)),
                List.of(recv(2, 0))))
        .containsExactly(10, 0, 10, 0, 110, 125);
    // Ranks 0 and 1 wait from 10 on for the interface, which is free at 15 and then at 30.
    assertThat(
            finishPs(
                2,
                List.of(send(2, 0, 8), send(2, 0, 8)),
                List.of(compute(10), send(4, 0, 8)),
                List.of(recv(0, 0), recv(0, 0)),
                List.of(),
                List.of(recv(1, 0)),
                List.of()))
        .containsExactly(25, 40, 125, 0, 140, 0);
  }

  @Test
  void collectiveInTheBackgroundWaitsForItsRanksCpu() {
    // Member 1 sends to member 0, which answers.
    CollectiveSchedule thereAndBack =
        TestSchedules.of(
            (call, index, step) -> {
              int other = 1 - call.member();
              if (index == call.member()) {
                step.receive(other, 0);
              } else {
                step.send(other, 0);
              }
              return index < 2;
            });
    CommunicationModel model =
        new CommunicationModel("plain-logp", new PlainLogP(1), LinearModel.COLLECTIVES)
            .with(
                new ExpandedCollectives(
                    new TestSchedules().with(OpCode.BARRIER, thereAndBack),
                    1,
                    ExpandedCollectives.DEFAULT_EXACT_UP_TO));
    OpView barrier = request(OpCode.IBARRIER, 0);
    // Taken in at 500, when the burst is over; the answer leaves at 510 and is there at 610.
    assertThat(
            Replays.simulation(
                    trace(List.of(barrier, compute(500), waitFor(0)), List.of(barrier, waitFor(0))),
                    model)
                .build()
                .run()
                .finishPs())
        .containsExactly(520, 620);
  }

  @Test
  void sendrecvPostsThenSends() {
    List<OpView> swap = List.of(compute(5), sendrecv(1, 0, 8, 1, 0));
    assertThat(finishPs(1, swap, List.of(compute(5), sendrecv(0, 0, 8, 0, 0))))
        .containsExactly(115, 115);
    assertThat(finishPs(1, List.of(sendrecv(0, 0, 5000, 0, 0)))).containsExactly(110);
  }

  @Test
  void startallIsOneStartAfterTheOther() {
    OpView one = send(OpCode.SEND_INIT, 1, 0, 8).set(OpField.REQUEST, 0);
    OpView other = send(OpCode.SEND_INIT, 1, 1, 8).set(OpField.REQUEST, 1);
    assertThat(
            finishPs(
                1,
                List.of(one, other, requests(OpCode.STARTALL, 0, 1), waitall(0, 1)),
                List.of(recv(0, 1), recv(0, 0))))
        .containsExactly(25, 125);
  }

  @Test
  void finishIsWhenTheCpuIsFree() {
    assertThat(finishPs(1, List.of(send(1, 0, 8)), List.of(irecv(0, 0, 0), compute(1))))
        .containsExactly(10, 110);
  }

  @Test
  void waitanyTakesWhatIsTakenInFirst() {
    assertThat(
            finishPs(
                1,
                List.of(irecv(1, 0, 0), irecv(2, 0, 1), requests(OpCode.WAITANY, 0, 1), waitall(0)),
                List.of(compute(40), send(0, 0, 8)),
                List.of(send(0, 0, 8))))
        .containsExactly(150, 50, 10);
  }

  @Test
  void probeSeesWhatHasBeenTakenIn() {
    assertThat(finishPs(1, List.of(probe(1, 0), compute(5), recv(1, 0)), List.of(send(0, 0, 8))))
        .containsExactly(115, 10);
  }

  private static OpView put(int peer) {
    return op(OpCode.SHMEM_PUT_NBI)
        .set(OpField.PEER, peer)
        .set(OpField.BYTES, 8)
        .set(OpField.TAG, 0);
  }

  private static OpView await(int updates) {
    return op(OpCode.SHMEM_WAIT_UNTIL).set(OpField.TAG, 0).set(OpField.COUNT, updates);
  }

  @Test
  void putKeepsTheSenderAndBothInterfacesButNotTheCpuOfItsTarget() {
    // Acknowledged after another 100 on the wire.
    assertThat(finishPs(1, List.of(put(1), op(OpCode.SHMEM_QUIET)), List.of(compute(1000))))
        .containsExactly(200, 1000);
    // The CPU is free for the second at 10; the interface sends it at 15, and it is taken in at
    // 115.
    assertThat(finishPs(1, List.of(put(1), put(1)), List.of(await(2)))).containsExactly(20, 115);
    // Two arrive at 100; the interface takes in one after the other.
    assertThat(finishPs(1, List.of(put(2)), List.of(put(2)), List.of(await(2))))
        .containsExactly(10, 10, 115);
  }

  @Test
  void getIsAnsweredByTheInterfaceOfItsTarget() {
    OpView get = op(OpCode.SHMEM_GET).set(OpField.PEER, 1).set(OpField.BYTES, 8);
    assertThat(finishPs(1, List.of(get), List.of(compute(1000)))).containsExactly(200, 1000);
    // Both requests are there at 100 and 115; the interface sends at 100 and 115.
    OpView later = op(OpCode.SHMEM_GET_NBI).set(OpField.PEER, 1).set(OpField.BYTES, 8);
    assertThat(finishPs(1, List.of(later, later, op(OpCode.SHMEM_QUIET)), List.of()))
        .containsExactly(215, 0);
    // The target's own put at 95 keeps its interface until 110.
    assertThat(finishPs(1, List.of(get), List.of(compute(95), put(0)), List.of())).startsWith(210);
  }

  @Test
  void oneSidedDataAreThereWithTheirLastByte() {
    OpView put = put(1).set(OpField.BYTES, 5000);
    assertThat(finishPs(1, List.of(put, op(OpCode.SHMEM_QUIET)), List.of(await(1))))
        .containsExactly(250, 150);
    OpView get = op(OpCode.SHMEM_GET).set(OpField.PEER, 1).set(OpField.BYTES, 5000);
    assertThat(finishPs(1, List.of(get), List.of())).containsExactly(250, 0);
    // The request of an atomic carries its bytes, and so does its answer.
    OpView fetch = op(OpCode.SHMEM_ATOMIC_FETCH).set(OpField.PEER, 1).set(OpField.BYTES, 5000);
    assertThat(finishPs(1, List.of(fetch), List.of())).containsExactly(300, 0);
  }

  @Test
  void lockIsGivenBackWhenTheCpuIsFree() {
    OpView set = op(OpCode.SHMEM_SET_LOCK).set(OpField.OBJECT, 1);
    OpView clear = op(OpCode.SHMEM_CLEAR_LOCK).set(OpField.OBJECT, 1);
    assertThat(finishPs(1, List.of(set, put(1), clear), List.of())).containsExactly(410, 0);
  }

  /** A collective that all have called, and that has not ended yet, is not the next one to end. */
  @Test
  void collectivesOfDifferentKindsAreCalledAtTheSameTime() {
    CollectiveSchedules usual = TestSchedules.usual();
    CollectiveSchedules some =
        new CollectiveSchedules() {
          @Override
          public String name() {
            return usual.name();
          }

          @Override
          public @Nullable CollectiveSchedule choose(MemberCall call) {
            return call.code() == OpCode.BARRIER ? null : usual.choose(call);
          }
        };
    Supplier<CommunicationModel> communication =
        () ->
            new CommunicationModel(
                "loggops",
                new LogGopsModel(5, 1, 1, 1, 0, 64, 1),
                call -> 1000,
                new ExpandedCollectives(some, 1, ExpandedCollectives.DEFAULT_EXACT_UP_TO));
    OpListTrace trace = new OpListTrace(4);
    for (int rank = 0; rank < 4; rank++) {
      trace.add(rank, request(OpCode.IBARRIER, 0));
      trace.add(rank, request(OpCode.IALLREDUCE, 1).set(OpField.BYTES, 8));
      trace.add(rank, op(OpCode.BARRIER));
      trace.add(rank, waitall(0, 1));
      trace.add(rank, op(OpCode.BARRIER));
    }
    Prediction prediction = Replays.simulation(trace, communication.get()).build().run();
    assertThat(prediction.finishPs()).containsOnly(2000);
    assertThat(prediction.finishPs())
        .isEqualTo(
            ReferenceEngine.run(
                    trace,
                    Placements.oneRankPerNode(4),
                    communication.get(),
                    (rank, burst, marker) -> burst.durationPs(),
                    new SimObserver() {})
                .finishPs());
  }
}
