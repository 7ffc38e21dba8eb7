package org.foretell.study.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WholeSharesTest {
  @Test
  void sharesAddUpToHundred() {
    assertThat(WholeShares.of(List.of(1 / 3.0, 1 / 3.0, 1 / 3.0)))
        .containsExactly("34 %", "33 %", "33 %");
    assertThat(WholeShares.of(List.of(0.624, 0.206, 0.17))).containsExactly("62 %", "21 %", "17 %");
    assertThat(WholeShares.of(List.of(0.5, 0.5))).containsExactly("50 %", "50 %");
  }

  @Test
  void whatIsPossibleIsNotNothingAndWhatIsNotCertainNotAll() {
    assertThat(WholeShares.of(List.of(0.999, 0.001, 0.0))).containsExactly(">99 %", "<1 %", "0 %");
    assertThat(WholeShares.of(List.of(1.0, 0.0))).containsExactly("100 %", "0 %");
    assertThat(WholeShares.of(List.of())).isEmpty();
  }
}
