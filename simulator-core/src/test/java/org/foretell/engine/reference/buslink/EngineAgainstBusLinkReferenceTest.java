package org.foretell.engine.reference.buslink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.FuzzBudget;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.Recording;
import org.foretell.engine.reference.Scenario;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.foretell.trace.Capability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Models of links and buses: the engine and its slow twin must agree to the picosecond, on
 * everything that an observer is told too.
 */
class EngineAgainstBusLinkReferenceTest {
  @ParameterizedTest
  @EnumSource(
      value = Scenario.Kind.class,
      names = {"COOPERATIVE", "DAMAGED", "ARBITRARY"})
  void agree(Scenario.Kind kind) {
    for (long seed = 1; seed <= 250; seed++) {
      compare(BusLinkScenario.byFormula(kind, seed, 1 + (int) (seed % 50)));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Scenario.Kind.class,
      names = {"COOPERATIVE", "DAMAGED"})
  void agreeWhereCollectivesGoInSteps(Scenario.Kind kind) {
    for (long seed = 1; seed <= 250; seed++) {
      compare(BusLinkScenario.inSteps(kind, seed, 1 + (int) (seed % 50)));
    }
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
      compare(BusLinkScenario.byFormula(Scenario.Kind.COOPERATIVE, seed, 1 + (int) (seed % 120)));
      compare(BusLinkScenario.byFormula(Scenario.Kind.DAMAGED, seed, 1 + (int) (seed % 120)));
      compare(BusLinkScenario.byFormula(Scenario.Kind.ARBITRARY, seed, 1 + (int) (seed % 30)));
      compare(BusLinkScenario.inSteps(Scenario.Kind.COOPERATIVE, seed, 1 + (int) (seed % 60)));
      compare(BusLinkScenario.inSteps(Scenario.Kind.DAMAGED, seed, 1 + (int) (seed % 60)));
      seed++;
    }
  }

  /** Windows and files are not in this twin; they are worked out by hand. */
  private static boolean isInTheTwin(Scenario scenario) {
    return !scenario.trace().capabilities().contains(Capability.RMA)
        && !scenario.trace().capabilities().contains(Capability.FILE_IO);
  }

  static void compare(Scenario scenario) {
    if (!isInTheTwin(scenario)) {
      return;
    }
    Recording expected = new Recording();
    Prediction twin =
        BusLinkReference.run(
            scenario.trace(),
            scenario.placement(),
            scenario.communication().get(),
            scenario.compute(),
            expected);
    Recording actual = new Recording();
    Prediction engine =
        Simulation.builder()
            .trace(scenario.trace())
            .placement(scenario.placement())
            .communication(scenario.communication().get())
            .compute(scenario.compute())
            .observer(actual)
            .build()
            .run();
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
