package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankSetTest {
  @Test
  void readsWhatItWrites() {
    for (String text : List.of("3", "0-15", "5+2*4+2*1", "0-3,8+3*2,20")) {
      assertThat(RankSet.parse(text)).hasToString(text);
    }
    assertThat(RankSet.parse("0+16*1")).hasToString("0-15").isEqualTo(RankSet.range(0, 15));
    assertThat(RankSet.parse("7")).isEqualTo(RankSet.of(7)).isEqualTo(RankSet.range(7, 7));
    assertThat(RankSet.parse("7")).hasSameHashCodeAs(RankSet.of(7)).isNotEqualTo(RankSet.of(8));
  }

  @Test
  void theLastDimensionRunsFastest() {
    RankSet set = RankSet.parse("5+2*4+2*1, 1");
    assertThat(set.toArray()).containsExactly(5, 6, 9, 10, 1);
    assertThat(set.size()).isEqualTo(5);
    assertThat(set.sections()).hasSize(2);
    assertThat(IntStream.of(5, 6, 9, 10, 1).map(set::indexOf)).containsExactly(0, 1, 2, 3, 4);
    assertThat(IntStream.of(0, 4, 7, 8, 11, 13).map(set::indexOf)).containsOnly(-1);
    assertThat(set.contains(9)).isTrue();
    assertThat(set.contains(8)).isFalse();
  }

  @RepeatedTest(20)
  void holdsTheRanksThatItIsMadeOf(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int density = 1 + random.nextInt(9);
    int[] ranks = IntStream.range(0, 200).filter(rank -> random.nextInt(10) < density).toArray();
    RankSet set = RankSet.ofSorted(ranks);
    assertThat(set.toArray()).isEqualTo(ranks);
    assertThat(RankSet.parse(set.toString())).isEqualTo(set);
    for (int i = 0; i < ranks.length; i++) {
      assertThat(set.indexOf(ranks[i])).isEqualTo(i);
    }
    assertThat(IntStream.range(-1, 201).filter(set::contains).toArray()).isEqualTo(ranks);
  }

  @Test
  void equalStridesBecomeOneSection() {
    assertThat(RankSet.ofSorted(new int[] {0, 4, 8, 12})).hasToString("0+4*4");
    assertThat(RankSet.ofSorted(new int[] {0, 4})).hasToString("0,4");
    assertThat(RankSet.ofSorted(new int[] {0, 1, 5})).hasToString("0-1,5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a | \"a\" is not a set of ranks; write a rank like 3",
        "0-3, | \"\" is not a set of ranks",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | aaa...\" is not a set of ranks",
        "5-3 | the range of ranks 5-3 goes down",
        "0+0*1 | dimension 0 has count 0 and stride 1",
        "0+2*1+2*1 | dimension 0 has count 2 and stride 1",
        "16777216 | rank 16777216 exceeds the limit of 16777216"
      })
  void refusesOtherTexts(String text, String said) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankSet.parse(text))
        .withMessageContaining(said);
  }

  @Test
  void refusesNoRanks() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankSet.ofSections(List.of()))
        .withMessageContaining("but holds 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankSet.of(-1))
        .withMessageContaining("must start at 0 or above");
  }
}
