package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.engine.Ops.*;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.buslink.PlainBusLinkModel;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.FanModel;
import org.foretell.machine.Placements;
import org.foretell.machine.WideArea;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MpiModel;
import org.foretell.model.TestSchedules;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every loop of the engine asks now and then whether it is to stop. */
final class StopTest {
  private static final int ROUNDS = 10_000;

  static Stream<MpiModel> models() {
    return Stream.of(
        new LinearModel(true),
        new LinearModel(false),
        new LogGopsModel(2500, 1500, 1000, 6, 0, 65_535, 1),
        new PlainBusLinkModel(twoNodes(), 1L << 40, 0));
  }

  private static BusLinks twoNodes() {
    BusSite site =
        BusSite.builder("")
            .nodes(List.of(BusNodes.builder(2).build()))
            .bytesPerSecond(1e12)
            .collectives(FanModel.CONSTANT)
            .build();
    return new BusLinks(List.of(site), WideArea.NONE, List.of());
  }

  private static CommunicationModel named(MpiModel model) {
    return new CommunicationModel("test", model, call -> 0);
  }

  private static void isStopped(Simulation.Builder simulation) {
    AtomicInteger asked = new AtomicInteger();
    Simulation made = simulation.stopWhen(() -> asked.incrementAndGet() == 3).build();
    assertThatThrownBy(made::run)
        .isInstanceOf(CancellationException.class)
        .hasMessage("the replay was stopped");
    assertThat(asked).hasValue(3);
  }

  @ParameterizedTest
  @MethodSource("models")
  void aReplayOfSequencesIsStopped(MpiModel model) {
    OpListTrace trace = new OpListTrace(2);
    for (int i = 0; i < ROUNDS; i++) {
      trace.add(0, send(1, 0, 8));
      trace.add(0, recv(1, 0));
      trace.add(1, recv(0, 0));
      trace.add(1, send(0, 0, 8));
    }
    isStopped(Replays.simulation(trace, named(model)));
  }

  @ParameterizedTest
  @MethodSource("models")
  void aReplayOfTaskGraphsIsStopped(MpiModel model) {
    TaskGraph.Builder one = new TaskGraph.Builder();
    TaskGraph.Builder other = new TaskGraph.Builder();
    for (int i = 0; i < ROUNDS; i++) {
      one.send(1, 0, 8, 0, 0);
      other.receive(0, 0, 8, 0, 0);
    }
    isStopped(
        Simulation.builder()
            .trace(new TaskGraphTrace(new TaskGraph[] {one.build(), other.build()}))
            .placement(Placements.oneRankPerNode(2))
            .communication(named(model))
            .compute((rank, burst, marker) -> burst.durationPs()));
  }

  @Test
  void aCollectiveInStepsIsStopped() {
    int ranks = 128;
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      trace.add(rank, op(OpCode.ALLTOALL).set(OpField.BYTES, 8).set(OpField.RECEIVE_BYTES, 8));
    }
    CommunicationModel model =
        named(new LogGopsModel(2500, 1500, 1000, 6, 0, 65_535, 1))
            .with(
                new ExpandedCollectives(
                    new TestSchedules().with(OpCode.ALLTOALL, TestSchedules.PAIRWISE),
                    0,
                    Long.MAX_VALUE));
    isStopped(Replays.simulation(trace, model));
  }

  @Test
  void aReplayThatNobodyStopsIsTheSame() {
    OpListTrace trace = Replays.trace(List.of(compute(5)));
    assertThat(
            Replays.simulation(trace, LinearModel.communication())
                .stopWhen(() -> false)
                .build()
                .run()
                .makespanPs())
        .isEqualTo(5);
  }
}
