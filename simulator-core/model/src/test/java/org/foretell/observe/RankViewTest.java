package org.foretell.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankViewTest {
  private final List<Integer> asked = new ArrayList<>();

  private final List<String> view =
      new RankView<>(
          3,
          rank -> {
            asked.add(rank);
            return "rank " + rank;
          });

  @Test
  void elementsAreComputedWhenTheyAreAskedFor() {
    assertThat(view.size()).isEqualTo(3);
    assertThat(asked).isEmpty();
    assertThat(view.get(2)).isEqualTo("rank 2");
    assertThat(asked).containsExactly(2);
    assertThat(view).isEqualTo(List.of("rank 0", "rank 1", "rank 2"));
    assertThat(view.stream().map(String::length).toList()).containsExactly(6, 6, 6);
  }

  @Test
  void nothingElseIsInIt() {
    assertThatThrownBy(() -> view.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.set(0, "another"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> new RankView<>(-1, rank -> rank))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a view of -1 ranks");
    assertThat(asked).isEmpty();
  }
}
