package org.foretell.models.loggops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.foretell.engine.reference.GoalCase;
import org.foretell.models.Replayed;
import org.foretell.result.Prediction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LogGOPSim's own answers, where a sequence of ops can express its schedule. */
class LogGopsCasesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "01", "02", "04", "05", "06", "07", "08", "09", "11", "12", "15", "16", "17", "19", "20",
        "22", "24", "25", "30", "32", "33", "34", "36", "38", "39", "40", "41", "43", "44", "46",
        "48", "50", "53"
      })
  void ranksFinishWhenLogGopSimSaysTheyDo(String number) {
    GoalCase oracle = new GoalCase(number);
    Prediction prediction =
        Replayed.without(new LogGopsModelProvider(), oracle.parameters(), oracle.trace());
    assertThat(Arrays.stream(prediction.finishPs()))
        .containsExactly(
            Arrays.stream(oracle.finishNs()).mapToObj(ns -> ns * 1000).toArray(Long[]::new));
  }
}
