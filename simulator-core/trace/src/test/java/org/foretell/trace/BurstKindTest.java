package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstKindTest {
  @ParameterizedTest
  @CsvSource({
    "2410, 10, MEMORY", // a miss in 241 cycles: all of the time
    "4820, 10, MEMORY",
    "4821, 10, MIXED",
    "12049, 10, MIXED",
    "12050, 10, COMPUTE",
    "5, 0, COMPUTE",
    "10, 10, MEMORY", // overlapped misses
    "0, 0, UNKNOWN"
  })
  void missesThatWouldTakeHalfOfTheCyclesAreBoundByMemory(
      double cycles, double misses, BurstKind kind) {
    assertThat(new CountedBursts(1, 1, 1000, cycles, misses, 0).kind()).isEqualTo(kind);
  }

  @Test
  void ratiosAreOfTheSums() {
    CountedBursts bursts = new CountedBursts(3, 9e6, 4000, 2000, 8, 1024);
    assertThat(bursts.instructionsPerCycle()).isEqualTo(2);
    assertThat(bursts.missesPerThousandInstructions()).isEqualTo(2);
    assertThat(bursts.shareOfMisses()).isEqualTo(0.964);
    assertThat(bursts.flopsPerByte(64)).isEqualTo(2);
    assertThat(bursts.flopsPerByte(0)).isNaN();
  }
}
