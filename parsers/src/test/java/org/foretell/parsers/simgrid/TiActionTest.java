package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TiActionTest {
  private static TiAction named(String name) {
    byte[] bytes = ("  " + name + "  ").getBytes(StandardCharsets.UTF_8);
    return TiAction.named(bytes, 2, bytes.length - 2);
  }

  @Test
  void everyActionIsFoundByItsNameOnly() {
    for (TiAction action : TiAction.values()) {
      assertThat(named(action.text())).isEqualTo(action);
      assertThat(named(action.text() + "x")).isNull();
      assertThat(named(action.text().toUpperCase(Locale.ROOT))).isNull();
    }
    assertThat(named("")).isNull();
    assertThat(named("é")).isNull();
  }

  @Test
  void sizesAreThoseOfTheDatatypeTable() {
    assertThat(List.of(0L, 1L, 2L, 6L, 14L, 16L, 24L, 27L, 31L, 40L, 43L, 49L, 50L, 51L, 53L, 55L))
        .extracting(TiDatatypes::bytes)
        .containsExactly(8, 4, 1, 1, 16, 1, 8, 32, 16, 8, 16, 16, 32, 0, 1, 8);
    assertThat(TiDatatypes.bytes(-1)).isZero();
    assertThat(TiDatatypes.bytes(56)).isEqualTo(-1);
    assertThat(TiDatatypes.bytes(1L << 40)).isEqualTo(-1);
  }
}
