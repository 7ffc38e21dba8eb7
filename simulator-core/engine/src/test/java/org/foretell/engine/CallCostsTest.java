package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.engine.Ops.op;
import static org.foretell.engine.Replays.trace;

import java.util.List;
import java.util.Map;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.model.CallCosts;
import org.foretell.model.CallCosts.SizedTime;
import org.foretell.model.CommunicationModel;
import org.foretell.model.MpiModel;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** What calls cost before they do anything, in closed form. Collectives take 1000 ps. */
final class CallCostsTest {
  private static final int W = 3;

  private static Prediction run(
      OpListTrace trace, MpiModel mpi, Map<OpCode, List<SizedTime>> times, SimObserver observer) {
    CommunicationModel model =
        new CommunicationModel("test", mpi, call -> 1000).with(new CallCosts(times));
    return Replays.simulation(trace, model).observer(observer).build().run();
  }

  private static MpiModel linear() {
    return new LinearModel(true);
  }

  private static List<SizedTime> always(long timePs) {
    return List.of(new SizedTime(0, timePs, 0));
  }

  @Test
  void aCollectiveBeginsWhenItsCallHasTakenItsTime() {
    OpView reduce = op(OpCode.ALLREDUCE).set(OpField.BYTES, 8);
    OpListTrace trace = trace(List.of(reduce), List.of(reduce));
    Prediction prediction =
        run(trace, linear(), Map.of(OpCode.ALLREDUCE, always(70)), new SimObserver() {});
    assertThat(prediction.finishPs()).containsExactly(1070, 1070);
  }

  @Test
  void theTimeGoesBySizeAndANonBlockingCallTakesThatOfTheBlockingOne() {
    List<SizedTime> times = List.of(new SizedTime(0, 70, 0), new SizedTime(8, 100, 2));
    CallCosts costs = new CallCosts(Map.of(OpCode.ALLREDUCE, times, OpCode.PUT, times));
    assertThat(costs.ps(op(OpCode.ALLREDUCE).set(OpField.BYTES, 8))).isEqualTo(70);
    assertThat(costs.ps(op(OpCode.ALLREDUCE).set(OpField.BYTES, 9))).isEqualTo(118);
    assertThat(costs.ps(op(OpCode.IALLREDUCE).set(OpField.BYTES, 9))).isEqualTo(118);
    assertThat(costs.ps(op(OpCode.RPUT).set(OpField.PEER, 1).set(OpField.BYTES, 9))).isEqualTo(118);
    assertThat(costs.ps(op(OpCode.PUT).set(OpField.PEER, OpView.PROC_NULL).set(OpField.BYTES, 9)))
        .isZero();
    assertThat(costs.ps(op(OpCode.BARRIER))).isZero();
    assertThat(costs.isNone()).isFalse();
  }

  @Test
  void theTimeIsPartOfTheOpAndIsNoWait() {
    OpView barrier = op(OpCode.BARRIER);
    OpListTrace trace = trace(List.of(Ops.compute(500), barrier), List.of(barrier));
    long[] seen = new long[4];
    run(
        trace,
        linear(),
        Map.of(OpCode.BARRIER, always(70)),
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
            if (rank == 1) {
              seen[0] = startPs;
              seen[1] = endPs;
              seen[2] = waitPs;
            }
          }
        });
    // Rank 1 has called at 70 and waits for rank 0 until 570.
    assertThat(seen).containsExactly(0, 1570, 500, 0);
  }

  @Test
  void eachCallOnAWindowTakesItsOwn() {
    OpView create = op(OpCode.WIN_CREATE).set(OpField.OBJECT, W);
    OpView fence = op(OpCode.WIN_FENCE).set(OpField.OBJECT, W);
    OpView put = op(OpCode.PUT).set(OpField.OBJECT, W).set(OpField.PEER, 1).set(OpField.BYTES, 10);
    OpListTrace trace =
        trace(List.of(create, fence, put, put, fence), List.of(create, fence, fence));
    long plainPs = run(trace, linear(), Map.of(), new SimObserver() {}).makespanPs();
    long costlyPs =
        run(
                trace,
                linear(),
                Map.of(OpCode.PUT, always(40), OpCode.WIN_FENCE, always(3)),
                new SimObserver() {})
            .makespanPs();
    // The call of the second fence takes its time while the last put is in transit.
    assertThat(costlyPs - plainPs).isEqualTo(3 + 2 * 40);
  }

  @Test
  void theCpuIsKeptAsByABurst() {
    OpView barrier = op(OpCode.BARRIER);
    OpListTrace called = trace(List.of(barrier), List.of(barrier));
    OpListTrace computed =
        trace(List.of(Ops.compute(70), barrier), List.of(Ops.compute(70), barrier));
    MpiModel model = new LogGopsModel(100, 10, 5, 1, 0, 64, 1);
    MpiModel same = new LogGopsModel(100, 10, 5, 1, 0, 64, 1);
    assertThat(
            run(called, model, Map.of(OpCode.BARRIER, always(70)), new SimObserver() {}).finishPs())
        .isEqualTo(run(computed, same, Map.of(), new SimObserver() {}).finishPs());
  }

  @Test
  void costsOfOtherOpsAndGapsAreRefused() {
    assertThatThrownBy(() -> new CallCosts(Map.of(OpCode.SEND, always(1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CallCosts(Map.of(OpCode.IBARRIER, always(1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CallCosts(Map.of(OpCode.PUT, List.of(new SizedTime(1, 1, 0)))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SizedTime(0, -1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
