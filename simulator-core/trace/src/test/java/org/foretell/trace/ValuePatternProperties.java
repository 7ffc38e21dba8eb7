package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ValuePatternProperties {
  @Property
  void theRuleGivesTheNumbersThatItWasFoundIn(
      @ForAll @Size(min = 1, max = 40) List<@LongRange(min = -3, max = 3) Long> numbers) {
    assertSame(numbers.stream().mapToLong(n -> n).toArray());
  }

  @Property
  void theRuleGivesAnyNumbers(@ForAll @Size(min = 1, max = 12) long[] numbers) {
    assertSame(numbers);
  }

  private static void assertSame(long[] numbers) {
    ValuePattern pattern = ValuePattern.of(numbers);
    assertThat(pattern.length()).isEqualTo(numbers.length);
    for (int i = 0; i < 2 * numbers.length; i++) {
      assertThat(pattern.at(i)).isEqualTo(numbers[i % numbers.length]);
    }
    assertThat(pattern.numbers()).isLessThanOrEqualTo(numbers.length);
  }

  @Property
  void nestedLoopsAreFoundWhateverTheirSteps(
      @ForAll @IntRange(min = 3, max = 9) int outer,
      @ForAll @IntRange(min = 3, max = 9) int inner,
      @ForAll @LongRange(min = -5, max = 5) long byOuter,
      @ForAll @LongRange(min = -5, max = 5) long byInner) {
    long[] numbers = new long[outer * inner];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = 100 + i / inner * byOuter + i % inner * byInner;
    }
    ValuePattern pattern = ValuePattern.of(numbers);
    assertThat(pattern.list()).containsExactly(100);
    assertThat(pattern.levels()).hasSizeLessThanOrEqualTo(2);
  }

  /** The slow twin tries every way to cut the list into equal parts, and these again. */
  @Property(tries = 400)
  void noOtherRuleOfThisFormIsShorter(
      @ForAll @Size(min = 1, max = 16) List<@LongRange(min = 0, max = 2) Long> numbers) {
    long[] values = numbers.stream().mapToLong(n -> n).toArray();
    ValuePattern pattern = ValuePattern.of(values);
    int found = pattern.list().length + 2 * pattern.levels().size();
    assertThat(found).as(Arrays.toString(values)).isEqualTo(least(values));
  }

  private static int least(long[] values) {
    int least = values.length;
    for (int parts = 2; parts <= values.length; parts++) {
      int length = values.length / parts;
      boolean isEqual = values.length % parts == 0;
      for (int i = length; isEqual && i < values.length; i++) {
        isEqual = values[i] - values[i - length] == values[length] - values[0];
      }
      if (isEqual) {
        least = Math.min(least, 2 + least(Arrays.copyOf(values, length)));
      }
    }
    return least;
  }

  @Test
  void aLineIsAFirstNumberAndAStep() {
    ValuePattern pattern = ValuePattern.of(new long[] {7, 9, 11, 13});
    assertThat(pattern.list()).containsExactly(7);
    assertThat(pattern.levels()).containsExactly(new ValuePattern.Level(4, 2));
  }

  @Test
  void numbersWithoutARuleAreAList() {
    ValuePattern pattern = ValuePattern.of(new long[] {1, 5, 2, 2, 2, 2, 2});
    assertThat(pattern.levels()).isEmpty();
    assertThat(pattern.numbers()).as("three runs of equal numbers").isEqualTo(6);
  }
}
