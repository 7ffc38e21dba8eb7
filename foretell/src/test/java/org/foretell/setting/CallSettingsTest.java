package org.foretell.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.foretell.model.CallCosts.SizedTime;
import org.foretell.model.ParameterException;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CallSettingsTest {
  @Test
  void aValueHasATimeForEachRangeOfSizes() {
    assertThat(CallSettings.parse("calls.put", "65536:3us+0.05ns/B; 0:2.7us"))
        .containsExactly(new SizedTime(0, 2_700_000, 0), new SizedTime(65536, 3_000_000, 50));
  }

  @Test
  void settingsOfOtherKindsArePassedOver() {
    assertThat(CallSettings.of(Map.of("calls.put", "0:1us", "loggops.o", "1us")))
        .containsOnly(Map.entry(OpCode.PUT, List.of(new SizedTime(0, 1_000_000, 0))));
  }

  @Test
  void onlyCollectivesAndOpsOnWindowsHaveCosts() {
    assertThat(CallSettings.knows("calls.allreduce")).isTrue();
    assertThat(CallSettings.knows("calls.win_fence")).isTrue();
    assertThat(CallSettings.knows("calls.iallreduce")).isFalse();
    assertThat(CallSettings.knows("calls.send")).isFalse();
    assertThat(CallSettings.unknown("calls.allreduc")).contains("did you mean allreduce?");
    assertThat(CallSettings.unknown("calls.put")).isNull();
    assertThat(CallSettings.unknown("loggops.o")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1us",
        "0:",
        "0:1",
        "0:1us+1us",
        "0:-1us",
        "-1:1us",
        "0:1us+1ns/B+1ns/B",
        "a:1us"
      })
  void aWrongValueShowsTheRightForm(String value) {
    assertThatThrownBy(() -> CallSettings.parse("calls.put", value))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("calls.put: \"" + value + "\" is not a time")
        .hasMessageContaining("65536:3us+0.05ns/B;0:2.7us");
  }

  @Test
  void rangesBeginWithZeroAndDiffer() {
    assertThatThrownBy(() -> CallSettings.parse("calls.put", "8:1us"))
        .hasMessageContaining("needs one entry for 0 bytes");
    assertThatThrownBy(() -> CallSettings.parse("calls.put", "0:1us;8:2us;8:1us"))
        .hasMessageContaining("no size twice");
  }
}
