package org.foretell.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PredictionTest {
  private final long[] finishPs = {70, 90};
  private final long[] problemCounts = new long[Problem.Kind.values().length];

  private Prediction prediction() {
    return new Prediction(
        Prediction.Outcome.COMPLETED,
        90,
        finishPs,
        4,
        ReplayOrder.STRICT,
        Optional.empty(),
        List.of(),
        problemCounts);
  }

  @Test
  void nobodyCanChangeIt() {
    Prediction prediction = prediction();
    finishPs[0] = 1;
    problemCounts[Problem.Kind.SIZE_MISMATCH.ordinal()] = 1;
    prediction.finishPs()[1] = 1;
    prediction.problemCounts()[Problem.Kind.LEFTOVER_MESSAGE.ordinal()] = 1;
    assertThat(prediction.finishPs()).containsExactly(70, 90);
    assertThat(prediction.finishPs(1)).isEqualTo(90);
    for (Problem.Kind kind : Problem.Kind.values()) {
      assertThat(prediction.problems(kind)).isZero();
    }
  }

  @Test
  void equalTimesMakeEqualPredictions() {
    assertThat(prediction()).isEqualTo(prediction()).hasSameHashCodeAs(prediction());
    Prediction before = prediction();
    finishPs[0] = 71;
    assertThat(prediction()).isNotEqualTo(before);
  }
}
