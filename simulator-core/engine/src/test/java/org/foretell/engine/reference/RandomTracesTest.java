package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

class RandomTracesTest {
  private static Prediction replay(Scenario scenario) {
    return ReferenceEngine.run(
        scenario.trace(),
        scenario.placement(),
        scenario.communication().get(),
        scenario.compute(),
        scenario.files(),
        scenario.shmem(),
        new SimObserver() {});
  }

  @Test
  void cooperativeTracesComplete() {
    for (long seed = 0; seed < 2000; seed++) {
      Scenario scenario = Scenario.of(Scenario.Kind.COOPERATIVE, seed, (int) (seed % 60));
      Prediction result = replay(scenario);
      assertThat(result.outcome())
          .as(() -> scenario.text() + ": " + result.problems() + result.deadlock())
          .isEqualTo(Outcome.COMPLETED);
    }
  }

  @Test
  void cooperativeTracesUseTheWholeVocabulary() {
    Set<OpCode> seen = EnumSet.noneOf(OpCode.class);
    for (long seed = 0; seed < 400; seed++) {
      Scenario scenario = Scenario.of(Scenario.Kind.COOPERATIVE, seed, 60);
      for (int rank = 0; rank < scenario.trace().info().ranks(); rank++) {
        scenario.trace().program(rank).stream().map(OpView::code).forEach(seen::add);
      }
    }
    for (OpCode code : OpCode.values()) {
      assertThat(seen).contains(code);
    }
  }

  @Test
  void badTracesEndInEveryWay() {
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    Map<Problem.Kind, Integer> problems = new EnumMap<>(Problem.Kind.class);
    for (Scenario.Kind kind : Scenario.Kind.values()) {
      for (long seed = 0; seed < (kind == Scenario.Kind.CROWDED ? 3 : 500); seed++) {
        Prediction result = replay(Scenario.of(kind, seed, 12));
        outcomes.merge(result.outcome(), 1, Integer::sum);
        result.problems().forEach(problem -> problems.merge(problem.kind(), 1, Integer::sum));
      }
    }
    assertThat(outcomes).hasSize(3).allSatisfy((key, count) -> assertThat(count).isPositive());
    assertThat(problems.keySet())
        .containsExactlyInAnyOrderElementsOf(
            EnumSet.complementOf(
                EnumSet.of(Problem.Kind.PASSED_OPERATION, Problem.Kind.LARGE_COLLECTIVE)));
  }
}
