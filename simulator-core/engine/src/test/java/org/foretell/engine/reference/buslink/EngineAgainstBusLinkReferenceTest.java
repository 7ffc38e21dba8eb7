package org.foretell.engine.reference.buslink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.foretell.FuzzBudget;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.GraphAgainstReferenceTest;
import org.foretell.engine.reference.GraphScenario;
import org.foretell.engine.reference.Recording;
import org.foretell.engine.reference.Scenario;
import org.foretell.engine.reference.Scenario.Kind;
import org.foretell.model.BusLinkModel;
import org.foretell.result.Deadlock;
import org.foretell.result.InputException;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Models of links and buses: the engine and its slow twin must agree to the picosecond, on
 * everything that an observer is told too.
 */
class EngineAgainstBusLinkReferenceTest {
  private static final List<Kind> SMALL = List.of(Kind.COOPERATIVE, Kind.DAMAGED, Kind.ARBITRARY);

  /** A test for each, so that mutation testing can choose among them. */
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("foretell.seeds", 200));
  }

  private static int events(long seed) {
    return 1 + (int) (seed % 50);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agree(long seed) {
    for (Kind kind : SMALL) {
      compare(BusLinkScenario.byFormula(kind, seed, events(seed)));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreeWhereCollectivesGoInSteps(long seed) {
    compare(BusLinkScenario.inSteps(Kind.COOPERATIVE, seed, events(seed)));
    compare(BusLinkScenario.inSteps(Kind.DAMAGED, seed, events(seed)));
  }

  /** Messages of two sites wait for the links that a collective frees, in an order of its own. */
  @Test
  void agreeWhereSitesGotTheirBusesInAnotherOrder() {
    compare(BusLinkScenario.inSteps(Kind.COOPERATIVE, 2188, events(2188)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreeWhereThereIsTrafficBetweenSites(long seed) {
    compare(BusLinkScenario.withTraffic(Kind.COOPERATIVE, seed, events(seed)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreeOnTaskGraphs(long seed) {
    compare(BusLinkScenario.ofGraphs(seed, events(seed)));
  }

  /**
   * {@code -Dforetell.fuzz.seconds} and {@code -Dforetell.fuzz.seed}; nothing without the first.
   */
  @Test
  @EnabledIfSystemProperty(named = "foretell.fuzz.seconds", matches = "\\d+")
  void agreeForALongTime() {
    FuzzBudget budget = new FuzzBudget();
    long seed = Long.getLong("foretell.fuzz.seed", 1_000_000);
    while (budget.isLeft()) {
      int events = 1 + (int) (seed % 120);
      compare(BusLinkScenario.byFormula(Kind.COOPERATIVE, seed, events));
      compare(BusLinkScenario.byFormula(Kind.DAMAGED, seed, events));
      compare(BusLinkScenario.byFormula(Kind.ARBITRARY, seed, 1 + events / 4));
      compare(BusLinkScenario.inSteps(Kind.COOPERATIVE, seed, events));
      compare(BusLinkScenario.inSteps(Kind.DAMAGED, seed, events));
      compare(BusLinkScenario.withTraffic(Kind.COOPERATIVE, seed, events));
      compare(BusLinkScenario.ofGraphs(seed, events));
      seed++;
    }
  }

  static void compare(GraphScenario scenario) {
    GraphAgainstReferenceTest.compare(
        scenario,
        observer ->
            BusLinkGraphReference.run(
                scenario.trace(),
                scenario.placement(),
                (BusLinkModel) scenario.model().get(),
                GraphAgainstReferenceTest.BY_THE_CLOCK,
                observer));
  }

  static void compare(Scenario scenario) {
    Recording expected = new Recording();
    Recording actual = new Recording();
    Simulation simulation =
        Simulation.builder()
            .trace(scenario.trace())
            .placement(scenario.placement())
            .communication(scenario.communication().get())
            .compute(scenario.compute())
            .fileSystem(scenario.files())
            .shmem(scenario.shmem())
            .observer(actual)
            .build();
    Prediction twin;
    try {
      twin =
          BusLinkReference.run(
              scenario.trace(),
              scenario.placement(),
              scenario.communication().get(),
              scenario.compute(),
              scenario.files(),
              scenario.shmem(),
              expected);
    } catch (WanTraffic.Jam jam) {
      assertThatExceptionOfType(InputException.class)
          .as(scenario::text)
          .isThrownBy(simulation::run)
          .withMessageContaining("traffic");
      return;
    }
    Prediction engine = simulation.run();
    if (twin.outcome() != Outcome.INVALID_TRACE) {
      assertThat(told(actual)).as(scenario::text).isEqualTo(told(expected));
    }
    assertThat(summary(engine)).as(scenario::text).isEqualTo(summary(twin));
  }

  /** All but what links and buses were busy with. */
  private static Map<String, List<String>> told(Recording recording) {
    Map<String, List<String>> told = new TreeMap<>(recording.entries());
    told.keySet().removeIf(subject -> subject.contains("LINK") || subject.contains("BUS"));
    return told;
  }

  /** What must be equal; where a trace is invalid, where it is and nothing else. */
  private static Map<String, Object> summary(Prediction prediction) {
    Map<String, Object> summary = new TreeMap<>();
    summary.put("outcome", prediction.outcome());
    if (prediction.outcome() == Outcome.INVALID_TRACE) {
      summary.put(
          "problem",
          prediction.problems().stream()
              .map(Problem::kind)
              .filter(Problem.Kind::fatal)
              .findFirst()
              .orElseThrow());
      return summary;
    }
    summary.put("finishPs", Arrays.toString(prediction.finishPs()));
    summary.put("operations", prediction.operations());
    for (Problem.Kind kind : Problem.Kind.values()) {
      summary.put(kind.name(), prediction.problemCounts()[kind.ordinal()]);
    }
    summary.put(
        "blocked",
        prediction.deadlock().map(Deadlock::blocked).orElse(List.of()).stream()
            .map(blocked -> blocked.position() + " since " + blocked.timePs())
            .toList());
    return summary;
  }
}
