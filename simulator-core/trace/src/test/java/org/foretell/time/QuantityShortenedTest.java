package org.foretell.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityShortenedTest {
  @ParameterizedTest
  @CsvSource({
    "0.16666666666666666ns/B, 0.166667ns/B",
    "1.2us, 1.2us",
    "131072B, 131072B",
    "1234567B, 1234567B",
    "0.5ns/B (machine: 1 / 2.0000004GB/s), 0.5ns/B (machine: 1 / 2GB/s)",
    "1.23456789GB/s, 1.23457GB/s",
    "unlimited, unlimited"
  })
  void longNumbersHaveSixDigits(String written, String shown) {
    assertThat(Quantity.shortened(written)).isEqualTo(shown);
  }
}
