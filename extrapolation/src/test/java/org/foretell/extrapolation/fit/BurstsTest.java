package org.foretell.extrapolation.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.law.Place;
import org.junit.jupiter.api.Test;

class BurstsTest {
  private static final int EXECUTIONS = 4;
  private static final long PS_PER_US = 1_000_000;

  private final List<Bursts.Timed> timed = new ArrayList<>();

  /** Each rank executes the place some times. */
  private void trace(int number, IntToLongFunction microseconds, int... sizes) {
    Grid grid = new Grid(sizes);
    for (int rank = 0; rank < grid.ranks(); rank++) {
      for (int time = 0; time < EXECUTIONS; time++) {
        long ps = microseconds.applyAsLong(rank) * PS_PER_US;
        timed.add(new Bursts.Timed(number, Place.of(grid, rank), 0, time, ps));
      }
    }
  }

  private static long microseconds(Bursts bursts, int rank, int... sizes) {
    return bursts.value(0, Place.of(new Grid(sizes), rank), 0, 0) / PS_PER_US;
  }

  @Test
  void burstsThatTwoTracesShowToShrinkShrinkFurther() {
    trace(0, rank -> 100, 2);
    trace(1, rank -> 50, 4);
    Bursts bursts = Bursts.of(timed, 8);
    assertThat(bursts.all().mean()).isCloseTo(25.0 * PS_PER_US, within(1.0));
    assertThat(microseconds(bursts, 5, 8)).isEqualTo(25);
  }

  /** Two ranks in a line are at both ends of the second dimension, four in a square are not. */
  @Test
  void ranksAtEndsThatOneTraceAloneHasShrinkAsAllDo() {
    trace(0, rank -> 100, 2, 1);
    trace(1, rank -> new long[] {65, 55, 45, 35}[rank], 2, 2);
    Bursts bursts = Bursts.of(timed, 8);
    assertThat(bursts.groups()).isNotEmpty();
    assertThat(bursts.all().growth().text(PS_PER_US, "us")).contains("p^-1.00");
    // The corner of the square took 65 us, and shrinks with the number of ranks as the mean does.
    assertThat(bursts.value(0, Place.of(new Grid(new int[] {4, 2}), 0), 0, 0))
        .isCloseTo(65 * PS_PER_US / 2, within(10L));
  }

  @Test
  void burstsThatOneTraceAloneHasAreConstant() {
    trace(1, rank -> 50, 4);
    Bursts bursts = Bursts.of(timed, 8);
    assertThat(microseconds(bursts, 0, 8)).isEqualTo(50);
  }
}
