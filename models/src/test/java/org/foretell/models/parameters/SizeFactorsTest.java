package org.foretell.models.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.foretell.model.ParameterException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SizeFactorsTest {
  @Test
  void factorHoldsForSizesAboveItsThreshold() {
    SizeFactors factors = SizeFactors.parse("65472:0.94; 0:0.81 ;1426:0.6");
    assertThat(factors.of(0)).isEqualTo(0.81);
    assertThat(factors.of(1426)).isEqualTo(0.81);
    assertThat(factors.of(1427)).isEqualTo(0.6);
    assertThat(factors.of(65472)).isEqualTo(0.6);
    assertThat(factors.of(Long.MAX_VALUE)).isEqualTo(0.94);
    assertThat(factors).hasToString("65472:0.94;1426:0.6;0:0.81");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "a:b", "0:0", "0:-1", "0:NaN", "0:Infinity", "-1:1;0:1", "0:1;;1:2"})
  void whatIsNoTableIsRefused(String text) {
    assertThatThrownBy(() -> SizeFactors.parse(text))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("write bytes, a colon and a factor above 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1:1", "0:1;0:2", "0:1;5:1;5:2"})
  void everySizeHasOneFactor(String text) {
    assertThatThrownBy(() -> SizeFactors.parse(text))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("one entry for 0 bytes, and no size twice");
  }
}
