package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.simulation;
import static org.foretell.engine.Replays.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.foretell.engine.reference.LinearModel;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.machine.Placement;
import org.foretell.model.CallCosts;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.Message;
import org.foretell.model.MpiModel;
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

/** Which simulations are run at once, and by hand what they predict. */
class BatchCasesTest {
  private static final long EAGER_BYTES = 1000;

  /** A message of 100 bytes, and an answer of as many. */
  private static OpListTrace pingPong() {
    return trace(
        List.of(send(1, 0, 100), recv(1, 0), compute(5)),
        List.of(recv(0, 0), compute(50), send(0, 0, 100)));
  }

  private static CommunicationModel latency(long latencyPs) {
    return model(new LinearModel(latencyPs, 1, EAGER_BYTES));
  }

  private static CommunicationModel model(MpiModel messages) {
    return new CommunicationModel("test", messages, call -> 1000);
  }

  private static Simulation.Builder pingPong(OpListTrace trace, long latencyPs) {
    return simulation(trace, latency(latencyPs));
  }

  /** By simulation when its first rank finishes; -1 for those that were left out. */
  private static List<Long> finishPs(Simulation.Builder... simulations) {
    List<Simulation> all = new ArrayList<>();
    for (Simulation.Builder one : simulations) {
      all.add(one.build());
    }
    return Batch.run(all).stream()
        .map(found -> found.map(prediction -> prediction.finishPs(0)).orElse(-1L))
        .toList();
  }

  @Test
  void eachHasItsOwnTimes() {
    OpListTrace trace = pingPong();
    assertThat(
            finishPs(
                pingPong(trace, 10),
                pingPong(trace, 1000),
                pingPong(trace, 0),
                pingPong(trace, 0).compute((rank, burst, marker) -> 7)))
        .containsExactly(2 * 110 + 55L, 2 * 1100 + 55L, 2 * 100 + 55L, 2 * 100 + 14L);
  }

  @Test
  void whatDiffersInMoreThanCostsIsLeftOut() {
    OpListTrace trace = pingPong();
    OpListTrace same = pingPong();
    Placement together = new Placement("one node", new int[2], new int[] {0, 1});
    assertThat(
            finishPs(
                pingPong(trace, 10),
                pingPong(same, 10),
                pingPong(trace, 10).placement(together),
                pingPong(trace, 10).schedule(ReplayOrder.STRICT),
                pingPong(trace, 10).observer(new SimObserver() {}),
                simulation(trace, model(new LogGopsModel(10, 1, 1, 1, 0, 65_535, 1))),
                pingPong(trace, 20)))
        .containsExactly(275L, -1L, -1L, -1L, -1L, -1L, 295L);
  }

  @Test
  void theFirstThatOthersCanFollowLeads() {
    OpListTrace trace = pingPong();
    assertThat(
            finishPs(
                pingPong(trace, 10).schedule(ReplayOrder.STRICT),
                pingPong(trace, 20),
                pingPong(trace, 30)))
        .containsExactly(-1L, 295L, 315L);
    assertThat(finishPs(pingPong(trace, 10))).containsExactly(-1L);
    assertThat(finishPs()).isEmpty();
  }

  @Test
  void anotherProtocolIsNotFollowed() {
    OpListTrace trace = pingPong();
    assertThat(
            finishPs(
                pingPong(trace, 10),
                simulation(trace, model(new LinearModel(10, 1, 99))),
                simulation(trace, model(new LinearModel(10, 1, 100)))))
        .containsExactly(275L, -1L, 275L);
  }

  @Test
  void aModelThatRefusesAMessageIsNotFollowed() {
    OpListTrace trace = pingPong();
    assertThat(
            finishPs(
                pingPong(trace, 10),
                pingPong(trace, Long.MAX_VALUE / 2),
                pingPong(trace, -1000),
                simulation(trace, model(new Refusing())),
                pingPong(trace, 10).compute((rank, burst, marker) -> -1),
                pingPong(trace, 10)
                    .compute(
                        (rank, burst, marker) -> {
                          throw new IllegalArgumentException("no burst");
                        })))
        .containsExactly(275L, -1L, -1L, -1L, -1L, -1L);
  }

  private static final class Refusing extends DirectModel {
    @Override
    public boolean eager(Message message) {
      return true;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      throw new IllegalArgumentException("no message of " + message.bytes() + " bytes");
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  @Test
  void ifTheLeaderFailsAllAreLeftOut() {
    OpListTrace trace = pingPong();
    assertThat(finishPs(pingPong(trace, Long.MAX_VALUE / 2), pingPong(trace, 10)))
        .containsExactly(-1L, -1L);
    OpListTrace deadlock = trace(List.of(recv(1, 0)), List.of(recv(0, 0)));
    assertThat(finishPs(pingPong(deadlock, 10), pingPong(deadlock, 20))).containsExactly(-1L, -1L);
    OpListTrace damaged = trace(List.of(send(7, 0, 1)), List.of());
    assertThat(finishPs(pingPong(damaged, 10), pingPong(damaged, 20))).containsExactly(-1L, -1L);
  }

  @Test
  void whatDependsOnTimesIsLeftOut() {
    OpListTrace wildcard = trace(List.of(send(1, 0, 1)), List.of(recv(ANY, 0)));
    assertThat(finishPs(pingPong(wildcard, 10), pingPong(wildcard, 20))).containsExactly(-1L, -1L);
    OpListTrace put =
        trace(List.of(op(OpCode.SHMEM_PUT).set(OpField.PEER, 1).set(OpField.BYTES, 8)), List.of());
    assertThat(finishPs(pingPong(put, 10), pingPong(put, 20))).containsExactly(-1L, -1L);
  }

  @Test
  void collectivesAreExecutedAlike() {
    OpListTrace trace = trace(List.of(allreduce(8)), List.of(allreduce(8)));
    ExpandedCollectives usual = new ExpandedCollectives(TestSchedules.usual());
    ExpandedCollectives others = new ExpandedCollectives(new NoSchedules());
    CommunicationModel plain = latency(10);
    assertThat(
            finishPs(
                simulation(trace, plain.with(usual)),
                simulation(trace, plain),
                simulation(trace, plain.with(others)),
                simulation(
                    trace, plain.with(new ExpandedCollectives(usual.schedules(), 1, 1 << 15))),
                simulation(trace, plain.with(new ExpandedCollectives(usual.schedules(), 0, 7))),
                simulation(trace, latency(20).with(usual))))
        .containsExactly(alone(trace, plain.with(usual)), -1L, -1L, -1L, -1L, 28L);
  }

  private static long alone(OpListTrace trace, CommunicationModel model) {
    return simulation(trace, model).build().run().finishPs(0);
  }

  /** Leaves all collectives to the formula. */
  private static final class NoSchedules implements CollectiveSchedules {
    @Override
    public String name() {
      return "usual";
    }

    @Override
    public @Nullable CollectiveSchedule choose(MemberCall call) {
      return null;
    }
  }

  @Test
  void callsCostAllOfThemSomethingOrNone() {
    OpListTrace trace = trace(List.of(allreduce(8)), List.of(allreduce(8)));
    CommunicationModel plain = latency(10);
    assertThat(
            finishPs(
                simulation(trace, plain.with(allreduces(3))),
                simulation(trace, plain.with(allreduces(5))),
                simulation(trace, plain),
                simulation(
                    trace,
                    plain.with(
                        new CallCosts(
                            Map.of(OpCode.BCAST, List.of(new CallCosts.SizedTime(0, 3, 0))))))))
        .containsExactly(1003L, 1005L, -1L, -1L);
  }

  private static CallCosts allreduces(long timePs) {
    return new CallCosts(Map.of(OpCode.ALLREDUCE, List.of(new CallCosts.SizedTime(0, timePs, 0))));
  }

  @Test
  void theLeaderIsAskedWhetherToStop() {
    OpListTrace trace = pingPong();
    AtomicInteger asked = new AtomicInteger();
    assertThatThrownBy(
            () ->
                finishPs(
                    pingPong(trace, 10).stopWhen(() -> asked.incrementAndGet() == 1),
                    pingPong(trace, 20)))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void noneCanBeRunAgain() {
    OpListTrace trace = pingPong();
    List<Simulation> all = List.of(pingPong(trace, 10).build(), pingPong(trace, 20).build());
    List<Optional<Prediction>> first = Batch.run(all);
    assertThat(first).allMatch(Optional::isPresent);
    assertThatThrownBy(() -> Batch.run(all)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> all.get(1).run()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void manyRequestsOfARankKeepTheirTimes() {
    List<OpView> sends = new ArrayList<>();
    List<OpView> receives = new ArrayList<>();
    long[] slots = new long[1500];
    for (int i = 0; i < slots.length; i++) {
      sends.add(compute(i % 7));
      sends.add(send(1, i, i));
      receives.add(irecv(0, i, i));
      slots[i] = i;
    }
    receives.add(barrier());
    receives.add(waitall(slots));
    sends.add(barrier());
    OpListTrace trace = trace(sends, receives);
    for (long latencyPs : new long[] {0, 10, 1000}) {
      assertThat(finishPs(pingPong(trace, 5), pingPong(trace, latencyPs)))
          .containsExactly(alone(trace, latency(5)), alone(trace, latency(latencyPs)));
    }
  }
}
