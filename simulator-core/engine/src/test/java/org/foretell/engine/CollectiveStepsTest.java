package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.simulation;
import static org.foretell.engine.Replays.trace;

import java.util.ArrayList;
import java.util.List;
import org.foretell.machine.Placements;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.ModelException;
import org.foretell.model.TestSchedules;
import org.foretell.observe.Statistics;
import org.foretell.observe.Total;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives as messages of 100 ps and 1 ps for each byte; up to 1000 bytes they are eager. */
final class CollectiveStepsTest {
  private static CommunicationModel model(double reducePsPerByte, TestSchedules schedules) {
    return LinearModel.communication()
        .with(new ExpandedCollectives(schedules, reducePsPerByte, 1 << 24));
  }

  private static Prediction run(OpListTrace trace, CommunicationModel model) {
    Prediction strict = simulation(trace, model).schedule(ReplayOrder.STRICT).build().run();
    Prediction ahead = simulation(trace, model).schedule(ReplayOrder.RUN_AHEAD).build().run();
    assertThat(ahead.finishPs()).isEqualTo(strict.finishPs());
    return strict;
  }

  private static OpListTrace everywhere(int ranks, OpView op) {
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      trace.add(rank, op);
    }
    return trace;
  }

  private static OpView alltoall(long bytes) {
    return op(OpCode.ALLTOALL).set(OpField.BYTES, bytes).set(OpField.RECEIVE_BYTES, bytes);
  }

  private static long timePs(int ranks, OpView op, double reducePsPerByte) {
    Prediction prediction =
        run(everywhere(ranks, op), model(reducePsPerByte, TestSchedules.usual()));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.problems()).isEmpty();
    return prediction.makespanPs();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 64, 256})
  void timesAreTheClosedForms(int ranks) {
    int rounds = Integer.numberOfTrailingZeros(ranks);
    for (long bytes : new long[] {0, 8, 5000}) {
      long step = 100 + bytes;
      assertThat(timePs(ranks, allreduce(bytes), 0)).isEqualTo(rounds * step);
      assertThat(timePs(ranks, allreduce(bytes), 2)).isEqualTo(rounds * (step + 2 * bytes));
      assertThat(timePs(ranks, bcast(bytes, 1), 0)).isEqualTo(rounds * step);
      assertThat(timePs(ranks, alltoall(bytes), 0)).isEqualTo((ranks - 1) * step);
      assertThat(timePs(ranks, barrier(), 0)).isEqualTo(rounds * 100L);
    }
  }

  @Test
  void ranksBeyondThePowerOfTwoFoldInAndOut() {
    assertThat(timePs(5, allreduce(10), 0)).isEqualTo(4 * 110);
  }

  @Test
  void aCommunicatorOfOneTakesNoTime() {
    assertThat(timePs(1, allreduce(10), 0)).isZero();
  }

  @Test
  void membersLeaveWhenTheirOwnStepsAreDone() {
    TestSchedules linear = new TestSchedules().with(OpCode.BCAST, TestSchedules.LINEAR_BROADCAST);
    Prediction prediction = run(everywhere(4, bcast(10, 1)), model(0, linear));
    assertThat(prediction.finishPs()).containsExactly(330, 330, 110, 220);
  }

  @Test
  void whoCallsEarlyStartsEarlyAndWhoIsLateDelaysThoseBehindIt() {
    OpListTrace trace =
        trace(
            List.of(bcast(10, 0)),
            List.of(bcast(10, 0)),
            List.of(compute(1000), bcast(10, 0)),
            List.of(bcast(10, 0)));
    // Binomial: 0 sends to 2, then to 1; 2 sends to 3.
    assertThat(run(trace, model(0, TestSchedules.usual())).finishPs())
        .containsExactly(220, 220, 1110, 1110);
  }

  @Test
  void waitingIsThatOfTheSteps() {
    List<String> observed =
        Replays.observed(
            trace(List.of(compute(500), allreduce(8)), List.of(allreduce(8))),
            model(0, TestSchedules.usual()));
    assertThat(observed)
        .containsExactlyInAnyOrder(
            "0 ALLREDUCE peer -3, 8 bytes, 500 to 608, waited 0",
            "1 ALLREDUCE peer -3, 8 bytes, 0 to 608, waited 500");
  }

  @Test
  void messagesOfCollectivesAreCountedApart() {
    Statistics statistics =
        new Statistics(
            Placements.oneRankPerNode(4), java.util.EnumSet.allOf(Statistics.Part.class));
    simulation(everywhere(4, allreduce(8)), model(0, TestSchedules.usual()))
        .observer(statistics)
        .build()
        .run();
    assertThat(statistics.collectiveMessages().messages()).isEqualTo(8);
    assertThat(statistics.collectiveMessages().bytes()).isEqualTo(Total.of(64));
    assertThat(statistics.matrix()).isEmpty();
  }

  @Test
  void whatHasNoAlgorithmGoesByFormula() {
    assertThat(timePs(3, op(OpCode.SCAN).set(OpField.BYTES, 8), 0)).isEqualTo(1008);
  }

  @Test
  void nonBlockingCollectivesProgressInTheBackground() {
    OpView iallreduce = op(OpCode.IALLREDUCE).set(OpField.BYTES, 8).set(OpField.REQUEST, 0);
    List<OpView> program = List.of(iallreduce, compute(1000), waitFor(0));
    // Each of two rounds: receive posted 3, message there after 108.
    assertThat(
            run(trace(program, program, program, program), model(0, TestSchedules.usual()))
                .finishPs())
        .containsExactly(1000, 1000, 1000, 1000);
    List<OpView> impatient = List.of(iallreduce, waitFor(0));
    assertThat(
            run(trace(impatient, impatient, impatient, impatient), model(0, TestSchedules.usual()))
                .makespanPs())
        .isEqualTo(216);
  }

  @Test
  void collectivesInFlightDoNotMix() {
    List<OpView> program = new ArrayList<>();
    for (int slot = 0; slot < 20; slot++) {
      program.add(op(OpCode.IALLREDUCE).set(OpField.BYTES, 10L * slot).set(OpField.REQUEST, slot));
    }
    program.add(allreduce(3));
    for (int slot = 19; slot >= 0; slot--) {
      program.add(waitFor(slot));
    }
    List<OpView> late = new ArrayList<>(program);
    late.add(0, compute(777));
    Prediction prediction = run(trace(program, late), model(0, TestSchedules.usual()));
    assertThat(prediction.problems()).isEmpty();
    assertThat(prediction.finishPs()).containsExactly(777 + 290, 777 + 103);
  }

  @Test
  void differentOpsAreAMismatch() {
    Prediction prediction =
        run(trace(List.of(allreduce(8)), List.of(barrier())), model(0, TestSchedules.usual()));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.INVALID_TRACE);
    assertThat(prediction.problems().get(0).kind()).isEqualTo(Problem.Kind.MISMATCHED_COLLECTIVE);
  }

  @Test
  void sizesThatDifferAreReported() {
    Prediction prediction =
        run(trace(List.of(allreduce(8)), List.of(allreduce(16))), model(0, TestSchedules.usual()));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.SIZE_MISMATCH);
  }

  @Test
  void aDeadlockNamesItsStep() {
    Prediction prediction =
        run(
            trace(List.of(allreduce(8)), List.of(recv(0, 5)), List.of(), List.of(allreduce(8))),
            model(0, TestSchedules.usual()));
    List<Deadlock.Blocked> blocked = prediction.deadlock().orElseThrow().blocked();
    assertThat(blocked.get(0).reason())
        .isEqualTo(
            "is in step 1 of allreduce (recursive-doubling) and waits for rank 1, which is itself"
                + " blocked in recv");
    assertThat(blocked.get(2).reason())
        .isEqualTo(
            "is in step 1 of allreduce (recursive-doubling) and waits for rank 2, which has"
                + " finished");
    assertThat(prediction.deadlock().orElseThrow().cycle()).containsExactly(0, 1);
  }

  @Test
  void aWaitForANonBlockingOneReportsItToo() {
    OpView iallreduce = op(OpCode.IALLREDUCE).set(OpField.BYTES, 5000).set(OpField.REQUEST, 0);
    Prediction prediction =
        run(trace(List.of(iallreduce, waitFor(0)), List.of()), model(0, TestSchedules.usual()));
    assertThat(prediction.deadlock().orElseThrow().blocked().get(0).reason())
        .contains("is in step 1 of allreduce (recursive-doubling) and waits for rank 1");
  }

  @Test
  void aScheduleThatNamesNobodyIsRefused() {
    CollectiveSchedule broken =
        new CollectiveSchedule() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public boolean step(MemberCall call, int index, CollectiveStep step) {
            step.send(call.participants(), 1);
            return index == 0;
          }
        };
    CommunicationModel model = model(0, new TestSchedules().with(OpCode.BARRIER, broken));
    assertThatThrownBy(() -> simulation(everywhere(2, barrier()), model).build().run())
        .isInstanceOf(ModelException.class)
        .hasMessage("the schedule broken of BARRIER names member 2 of 2 in step 0 of member 0");
  }
}
