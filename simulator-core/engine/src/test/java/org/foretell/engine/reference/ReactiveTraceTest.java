package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.stream.LongStream;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.Scenario.Kind;
import org.foretell.engine.reference.buslink.BusLinkReference;
import org.foretell.engine.reference.buslink.BusLinkScenario;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.ReplayOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ops are read when the op before has ended, so a program may decide them by what happened: under
 * models of every kind, by the engine and by its slow twins, which must agree.
 */
class ReactiveTraceTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("foretell.seeds", 200));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void decidesAlikeInEngineAndTwin(long seed) {
    compare(Scenario.of(Kind.COOPERATIVE, seed, 1), seed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void decidesAlikeUnderLinksAndBuses(long seed) {
    compare(BusLinkScenario.byFormula(Kind.COOPERATIVE, seed, 1), seed);
  }

  @Test
  void refusesToRunAhead() {
    Scenario scenario = Scenario.of(Kind.COOPERATIVE, 1, 1);
    Simulation.Builder simulation =
        engine(scenario, new ReactiveTrace(scenario.placement().ranks(), 3, 1));
    assertThatIllegalStateException()
        .isThrownBy(() -> simulation.schedule(ReplayOrder.RUN_AHEAD).build());
  }

  private static Simulation.Builder engine(Scenario scenario, ReactiveTrace trace) {
    return Simulation.builder()
        .trace(trace)
        .placement(scenario.placement())
        .communication(scenario.communication().get())
        .compute((rank, burst, marker) -> burst.durationPs())
        .observer(trace.observer());
  }

  private static void compare(Scenario scenario, long seed) {
    int ranks = scenario.placement().ranks();
    int tasks = ranks == 1 ? 0 : (int) (seed % 40);
    ReactiveTrace inEngine = new ReactiveTrace(ranks, tasks, seed);
    Prediction engine = engine(scenario, inEngine).build().run();
    ReactiveTrace inTwin = new ReactiveTrace(ranks, tasks, seed);
    Prediction twin = twin(scenario, inTwin);
    assertThat(engine.outcome()).as(scenario.description()).isEqualTo(Outcome.COMPLETED);
    assertThat(inEngine.decisions())
        .as(scenario.description())
        .hasSize(tasks)
        .isEqualTo(inTwin.decisions());
    assertThat(engine.finishPs()).as(scenario.description()).isEqualTo(twin.finishPs());
  }

  private static Prediction twin(Scenario scenario, ReactiveTrace trace) {
    CommunicationModel model = scenario.communication().get();
    return model.mpi() instanceof BusLinkModel
        ? BusLinkReference.run(
            trace,
            scenario.placement(),
            model,
            (rank, burst, marker) -> burst.durationPs(),
            scenario.files(),
            trace.observer())
        : ReferenceEngine.run(
            trace,
            scenario.placement(),
            model,
            (rank, burst, marker) -> burst.durationPs(),
            trace.observer());
  }
}
