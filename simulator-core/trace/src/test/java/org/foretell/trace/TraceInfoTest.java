package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TraceInfoTest {
  private static final TraceInfo PLAIN =
      new TraceInfo("halo", 8, "the tracer", 2e9, List.of("a note"));

  private static Extrapolated from(Integer... ranks) {
    return new Extrapolated(List.of(ranks), 0, OptionalDouble.empty(), false, 0);
  }

  @Test
  void onePropertyChangesAndTheOthersStay() {
    Extrapolated how = from(2, 4);
    TraceInfo all =
        PLAIN
            .withRanksPerNode(4)
            .withExtrapolated(how)
            .withBurstClock(BurstClock.PROCESSOR)
            .withCacheLineBytes(64)
            .withNotes(List.of());
    assertThat(all.name()).isEqualTo("halo");
    assertThat(all.ranks()).isEqualTo(8);
    assertThat(all.origin()).isEqualTo("the tracer");
    assertThat(all.baseFlopsPerSecond()).isEqualTo(2e9);
    assertThat(all.notes()).isEmpty();
    assertThat(all.ranksPerNode()).isEqualTo(4);
    assertThat(all.extrapolated()).contains(how);
    assertThat(all.burstClock()).isEqualTo(BurstClock.PROCESSOR);
    assertThat(all.cacheLineBytes()).isEqualTo(64);
    assertThat(PLAIN.burstClock()).isEqualTo(BurstClock.UNKNOWN);
    assertThat(PLAIN.extrapolated()).isEmpty();
  }

  @Test
  void impossiblePropertiesAreRefused() {
    assertThatThrownBy(() -> TraceInfo.ofRanks(0)).hasMessageContaining("1 to 16777216 ranks");
    assertThatThrownBy(() -> new TraceInfo("", 1, "", Double.NaN, List.of()))
        .hasMessageContaining("finite and not negative");
    assertThatThrownBy(() -> PLAIN.withRanksPerNode(9)).hasMessageContaining("but had 9");
    assertThatThrownBy(() -> PLAIN.withCacheLineBytes(1 << 17))
        .hasMessageContaining("65536 bytes, but has 131072");
  }

  @Test
  void aNoteTellsThatThreadsShareASequence() {
    assertThat(PLAIN.hasSeveralThreads()).isFalse();
    assertThat(
            PLAIN.withNotes(List.of(TraceInfo.SEVERAL_THREADS + " of rank 0")).hasSeveralThreads())
        .isTrue();
  }

  @Test
  void anExtrapolatedTraceSaysItsHoldOutError() {
    assertThat(from(4, 16).text(1024))
        .isEqualTo("extrapolated from 4, 16 to 1,024 ranks; no hold-out");
    Extrapolated held =
        new Extrapolated(List.of(4, 16, 64), 64, OptionalDouble.of(0.031), false, 1);
    assertThat(held.text(1024))
        .isEqualTo("extrapolated from 4, 16, 64 to 1,024 ranks; hold-out error +3.1 %");
    assertThat(new Extrapolated(List.of(4, 16), 16, OptionalDouble.empty(), true, 0).text(64))
        .endsWith("the hold-out gave no run time");
  }

  @Test
  void impossibleExtrapolationsAreRefused() {
    assertThatThrownBy(() -> from(4)).hasMessageContaining("at least two");
    assertThatThrownBy(() -> from(16, 4)).hasMessageContaining("rising");
    assertThatThrownBy(() -> new Extrapolated(List.of(4, 16), 8, OptionalDouble.empty(), false, 0))
        .hasMessageContaining("not 8");
    assertThatThrownBy(() -> new Extrapolated(List.of(4, 16), 16, OptionalDouble.of(-1), false, 0))
        .hasMessageContaining("above -1");
    assertThatThrownBy(() -> new Extrapolated(List.of(4, 16), 0, OptionalDouble.empty(), false, -1))
        .hasMessageContaining("not -1");
  }
}
