package org.foretell.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PhaseSampleTest {
  @Test
  void phasesAreWholeDistinctAndSpreadOverAll() {
    for (int[] size : new int[][] {{1, 511, 8}, {1, 1023, 64}, {65, 33_279, 16}, {2, 8190, 128}}) {
      PhaseSample sample = new PhaseSample(size[0], size[1], size[2]);
      Set<Integer> chosen = new TreeSet<>();
      for (int next = 0; next < size[0] * size[2]; next++) {
        int step = sample.step(next);
        assertThat(step % size[0]).isEqualTo(next % size[0]);
        assertThat(step).isBetween(0, size[1] - 1);
        chosen.add(step / size[0]);
      }
      assertThat(sample.step(size[0] * size[2])).isEqualTo(-1);
      assertThat(chosen).hasSize(size[2]);
      int before = 0;
      for (int phase : chosen) {
        assertThat(phase - before).isLessThanOrEqualTo(3 * size[1] / size[0] / size[2]);
        before = phase;
      }
    }
  }

  @Test
  void phasesThatAreNotExecutedTakeAsLongAsThoseThatAre() {
    PhaseSample sample = new PhaseSample(2, 1000, 16);
    assertThat(sample.ahead()).isEqualTo(4);
    // 14 phases measured, 484 left.
    assertThat(sample.restPs(14_000)).isEqualTo(484_000);
  }
}
