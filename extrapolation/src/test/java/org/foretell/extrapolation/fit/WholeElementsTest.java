package org.foretell.extrapolation.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.law.Law;
import org.foretell.extrapolation.law.LawFitter;
import org.foretell.extrapolation.law.Place;
import org.foretell.extrapolation.law.Sample;
import org.foretell.trace.OpField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WholeElementsTest {
  private static final Grid[] LINES = {line(2), line(3), line(4)};

  private static Grid line(int ranks) {
    return new Grid(new int[] {ranks});
  }

  private static List<Sample> samples(IntToLongFunction ofRanks) {
    List<Sample> samples = new ArrayList<>();
    for (int trace = 0; trace < LINES.length; trace++) {
      Grid grid = LINES[trace];
      for (int rank = 0; rank < grid.ranks(); rank++) {
        samples.add(new Sample(trace, Place.of(grid, rank), ofRanks.applyAsLong(grid.ranks())));
      }
    }
    return samples;
  }

  @ParameterizedTest
  @CsvSource({"288, 8", "144, 8", "12, 4", "24, 8", "36, 4", "18, 2", "7, 1", "0, 8"})
  void anElementIsTheLargestThatAllSizesConsistOf(long bytes, long element) {
    assertThat(WholeElements.of(samples(p -> bytes))).isEqualTo(element);
  }

  @Test
  void theSmallestElementOfAllSizesCounts() {
    assertThat(WholeElements.of(samples(p -> p == 3 ? 20 : 64))).isEqualTo(4);
  }

  /** 36 numbers on 2, 3 and 4 ranks: 6 ranks have 6 each, 8 have four and a half. */
  @Test
  void quotientsAreWholeWhereTheMeshIsDividedEvenly() {
    List<Sample> samples = samples(p -> 8L * 36 / p);
    for (int ranks : new int[] {6, 8}) {
      Law law = Objects.requireNonNull(new LawFitter(LINES, line(ranks)).number(samples));
      assertThat(WholeElements.hold(law, 8, line(ranks))).as(law.text()).isEqualTo(ranks == 6);
      assertThat(WholeElements.hold(law, 4, line(ranks))).isTrue();
    }
  }

  /** What is no quotient may have any size: headers, counts of characters. */
  @Test
  void multiplesMayBeAnything() {
    Law law = Objects.requireNonNull(new LawFitter(LINES, line(8)).number(samples(p -> 3L * p)));
    assertThat(WholeElements.hold(law, 16, line(8))).isTrue();
  }

  @Test
  void sizesAreOfElementsAndTagsAreNot() {
    assertThat(WholeElements.is(OpField.BYTES)).isTrue();
    assertThat(WholeElements.is(OpField.SEND_BYTES_BY_RANK)).isTrue();
    assertThat(WholeElements.is(OpField.TAG)).isFalse();
    assertThat(WholeElements.is(OpField.PEER)).isFalse();
  }
}
