package org.foretell.extrapolation.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import org.foretell.extrapolation.grid.Grid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleFitTest {
  private static final Grid[] SQUARES = {square(2), square(4), square(8)};

  private static Grid square(int side) {
    return new Grid(new int[] {side, side});
  }

  private static Law.@Nullable Scale fit(Grid[] grids, Grid target, long... values) {
    TreeMap<Integer, Long> points = new TreeMap<>();
    for (int trace = 0; trace < values.length; trace++) {
      points.put(trace, values[trace]);
    }
    return new ScaleFit(grids, target).of(points);
  }

  /** What three squares show, and what 16 x 16 has by the simplest law. */
  @ParameterizedTest
  @CsvSource({
    "7, 7, 7, 7",
    "4, 16, 64, 256",
    "2, 4, 8, 16",
    "512, 256, 128, 64",
    "1, 2, 3, 4",
    "3, 15, 63, 255",
    "4096, 1024, 256, 64",
    "544, 288, 160, 96",
    "5, 9, 17, 33",
    "40560, 11760, 3840, 1500",
    "17, 9, 5, 3",
  })
  void theLawOfThreeValuesIsFound(long a, long b, long c, long wanted) {
    Law.Scale law = fit(SQUARES, square(16), a, b, c);
    assertThat(law).isNotNull();
    assertThat(law.at(Place.of(square(16), 0))).as(law.text()).isEqualTo(wanted);
    for (int trace = 0; trace < 3; trace++) {
      long[] seen = {a, b, c};
      assertThat(law.at(Place.of(SQUARES[trace], 0))).isEqualTo(seen[trace]);
    }
  }

  @Test
  void whatIsTakenAwayHasNoPlus() {
    Law.Scale square = fit(SQUARES, square(16), 2 * 49, 2 * 121, 2 * 169);
    assertThat(square).isNotNull();
    assertThat(square.text()).isEqualTo("450 (1 - 16/15 / n1)^2");
  }

  @Test
  void whatTwoTracesLeaveOpenHasCandidates() {
    Grid[] two = {square(2), square(4)};
    Law.Scale law = fit(two, square(8), 1, 2);
    assertThat(law).isNotNull();
    assertThat(Certainty.isOpen(law)).isTrue();
    assertThat(law.candidates().stream().map(formula -> formula.whole(square(8))))
        .contains(3L, 4L)
        .doesNotHaveDuplicates();
  }

  /** Two values always lie on a line. */
  @Test
  void twoSizesGiveNoSums() {
    Grid[] grids = {
      new Grid(new int[] {2, 2}), new Grid(new int[] {4, 2}), new Grid(new int[] {4, 4})
    };
    assertThat(fit(grids, square(8), 9, 9, 17)).isNull();
  }

  @Test
  void nothingBelowZeroIsExpectedOfWhatNeverWas() {
    Grid[] line = {new Grid(new int[] {2}), new Grid(new int[] {4}), new Grid(new int[] {6})};
    // 10 - p fits, and would be -90.
    assertThat(fit(line, new Grid(new int[] {100}), 8, 6, 4)).isNull();
  }

  @Test
  void aValueOfOneTraceIsOpenUnlessItIsNoOrYes() {
    TreeMap<Integer, Long> points = new TreeMap<>();
    points.put(2, 5L);
    Law.Scale law = new ScaleFit(SQUARES, square(16)).of(points);
    assertThat(law).isNotNull();
    assertThat(Certainty.isOpen(law)).isTrue();
    points.put(2, 1L);
    Law.Scale yes = new ScaleFit(SQUARES, square(16)).of(points);
    assertThat(yes).isNotNull();
    assertThat(Certainty.isOpen(yes)).isFalse();
    assertThat(Certainty.isDoubt(yes)).isTrue();
  }

  @Test
  void randomValuesHaveNoLaw() {
    assertThat(fit(SQUARES, square(16), 17, 1009, 23)).isNull();
  }
}
