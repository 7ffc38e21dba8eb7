package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;

import java.util.List;
import java.util.stream.Stream;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.buslink.PlainBusLinkModel;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.FanModel;
import org.foretell.machine.WideArea;
import org.foretell.model.CallCosts;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MpiModel;
import org.foretell.model.TestSchedules;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A step in the background that meets nothing is reported as one of its collective. */
class BackgroundLeftoversTest {
  private static final int CALL = 1;

  private static Stream<MpiModel> models() {
    BusSite site =
        BusSite.builder("")
            .nodes(List.of(BusNodes.builder(4).build()))
            .bytesPerSecond(1e12)
            .collectives(FanModel.CONSTANT)
            .build();
    return Stream.of(
        new LinearModel(true),
        new LinearModel(false),
        new LogGopsModel(5, 1, 1, 1, 0, 64, 1),
        new PlainBusLinkModel(new BusLinks(List.of(site), WideArea.NONE, List.of()), 1L << 40, 0));
  }

  @ParameterizedTest
  @MethodSource("models")
  void itNamesTheCall(MpiModel model) {
    OpListTrace trace = new OpListTrace(4);
    for (int rank = 0; rank < 3; rank++) { // the last one does not call
      trace.add(rank, compute(5));
      trace.add(rank, op(OpCode.IALLREDUCE).set(OpField.BYTES, 8).set(OpField.REQUEST, 0));
      for (int burst = 0; burst < 20; burst++) {
        trace.add(rank, compute(100));
      }
    }
    ExpandedCollectives steps =
        new ExpandedCollectives(TestSchedules.usual(), 0, ExpandedCollectives.DEFAULT_EXACT_UP_TO);
    CommunicationModel communication =
        new CommunicationModel("test", model, call -> 0, steps, CallCosts.NONE);
    List<Problem> problems =
        Replays.simulation(trace, communication).build().run().problems().stream()
            .filter(problem -> problem.kind() == Problem.Kind.LEFTOVER_RECEIVE)
            .toList();
    assertThat(problems).hasSize(3);
    assertThat(problems)
        .allSatisfy(
            problem -> {
              assertThat(problem.positions().get(0).operation()).isEqualTo(CALL);
              assertThat(problem.message()).contains(" for a step of rank ");
            });
  }
}
