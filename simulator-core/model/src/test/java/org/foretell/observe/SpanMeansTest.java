package org.foretell.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class SpanMeansTest {
  @Test
  void partsOfSpansCountInProportion() {
    SpanMeans means = new SpanMeans(8, 4);
    means.add(3, 1, 6);
    means.add(1, 3, 4);
    assertThat(means.list()).containsExactly(1.5, 3.5, 3.0, 0.0);
    assertThat(means.span()).isEqualTo(2);
  }

  @Test
  void whatIsOutsideDoesNotCount() {
    SpanMeans means = new SpanMeans(4, 2);
    means.add(1, -5, 1);
    means.add(2, 3, 50);
    means.add(7, 4, 9);
    means.add(7, 2, 2);
    assertThat(means.list()).containsExactly(0.5, 1.0);
  }

  @Test
  void noTimeHasNoMean() {
    SpanMeans means = new SpanMeans(0, 3);
    means.add(5, 0, 0);
    assertThat(means.list()).containsExactly(0.0, 0.0, 0.0);
  }

  @Property(tries = 200)
  void theSumIsKept(
      @ForAll @IntRange(min = 1, max = 300) int spans,
      @ForAll @DoubleRange(min = 0.01, max = 1e6) double end,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(6) double one,
      @ForAll @DoubleRange(min = 0, max = 1) @Scale(6) double other) {
    double from = Math.min(one, other) * end;
    double until = Math.max(one, other) * end;
    SpanMeans means = new SpanMeans(end, spans);
    means.add(2, from, until);
    assertThat(Arrays.stream(means.means()).sum() * means.span())
        .isCloseTo(2 * (until - from), within(1e-9 * end));
  }
}
