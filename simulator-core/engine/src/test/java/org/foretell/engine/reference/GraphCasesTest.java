package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.result.Prediction;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Task graphs: the numbers of LogGOPSim, in nanoseconds, for each rank of each schedule. */
class GraphCasesTest {
  static Prediction replay(LogGopsModel model, TraceSource graphs) {
    return Simulation.builder()
        .trace(graphs)
        .placement(Placements.oneRankPerNode(graphs.info().ranks()))
        .communication(new CommunicationModel("loggops", model, call -> 0))
        .compute((rank, burst, marker) -> burst.durationPs())
        .build()
        .run();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01", "02", "04", "05", "06", "07", "08", "09", "11", "12", "15", "16", "17", "19", "20",
        "22", "24", "25", "27", "28", "29", "30", "32", "33", "34", "36", "38", "39", "40", "41",
        "43", "44", "46", "48", "50", "51", "53"
      })
  void agreesWithLogGopSim(String name) {
    GoalCase oracle = new GoalCase(name);
    Prediction prediction = replay(oracle.model, oracle.graphs());
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.problems()).isEmpty();
    long[] finishNs = Arrays.stream(prediction.finishPs()).map(ps -> ps / 1000).toArray();
    assertThat(finishNs).containsExactly(oracle.finishNs);
  }

  @ParameterizedTest
  @ValueSource(strings = "35")
  void findsLogGopSimsDeadlock(String name) {
    Prediction prediction = replay(new GoalCase(name).model, new GoalCase(name).graphs());
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
    assertThat(prediction.deadlock().orElseThrow().cycle())
        .containsExactlyElementsOf(IntStream.range(0, 2).boxed().toList());
    assertThat(prediction.deadlock().orElseThrow().blocked().get(0).reason())
        .isEqualTo(
            "waits for a message with tag 0 from rank 1, which is itself blocked; tasks that"
                + " depend on these: 1");
  }
}
