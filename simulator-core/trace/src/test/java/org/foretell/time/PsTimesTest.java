package org.foretell.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PsTimesTest {
  @Test
  void repeatsASpan() {
    assertThat(Ps.times(0, 7)).isZero();
    assertThat(Ps.times(63, 3_378_000)).isEqualTo(212_814_000);
    assertThat(Ps.times(1, Ps.MAX)).isEqualTo(Ps.MAX);
  }

  @Test
  void refusesAProductBeyondTheRange() {
    assertThatThrownBy(() -> Ps.times(2, Ps.MAX)).isInstanceOf(TimeOverflowException.class);
    assertThatThrownBy(() -> Ps.times(1L << 40, 1L << 40))
        .isInstanceOf(TimeOverflowException.class)
        .hasMessageContaining("106 days");
  }
}
