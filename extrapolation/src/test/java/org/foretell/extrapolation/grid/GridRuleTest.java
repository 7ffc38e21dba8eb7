package org.foretell.extrapolation.grid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridRuleTest {
  @ParameterizedTest
  @CsvSource({
    "a line, 12, 12",
    "a square, 36, 6 x 6",
    "'powers of two, first dimension larger', 32, 8 x 4",
    "'powers of two, last dimension larger', 32, 4 x 8",
    "'as square as possible, last dimension larger', 48, 6 x 8",
    "'as square as possible, first dimension larger', 48, 8 x 6",
    "a cube, 64, 4 x 4 x 4",
    "'powers of two, a square of what 1 or 2 leaves', 128, 2 x 8 x 8",
    "'powers of two, a square of what 1 or 2 leaves', 64, 1 x 8 x 8",
    "four equal dimensions, 81, 3 x 3 x 3 x 3",
  })
  void rulesGiveGrids(String rule, int ranks, String grid) {
    GridRule found =
        GridRule.of(new int[] {ranks}).stream()
            .filter(known -> known.toString().equals(rule))
            .findFirst()
            .orElseThrow();
    Grid made = found.grid(ranks);
    assertThat(made).hasToString(grid);
    assertThat(Objects.requireNonNull(made).ranks()).isEqualTo(ranks);
    assertThat(made.dimensions()).isEqualTo(found.dimensions());
  }

  @Test
  void rulesHaveGridsForAllTraces() {
    List<String> rules = GridRule.of(new int[] {4, 9, 16}).stream().map(Object::toString).toList();
    assertThat(rules).contains("a line", "a square").noneMatch(rule -> rule.startsWith("powers"));
  }

  @Test
  void aFixedDimensionDividesAll() {
    assertThat(GridRule.of(new int[] {12, 24, 48}).stream().map(Object::toString))
        .contains("2 x p/2", "p/6 x 6")
        .doesNotContain("5 x p/5", "12 x p/12");
  }

  @Test
  void theFirstCoordinateRunsFastest() {
    assertThat(new Grid(new int[] {4, 3}).coordinates(6)).containsExactly(2, 1);
  }

  @Test
  void theMembersAroundANumberAreTheNearest() {
    GridRule square = GridRule.of(new int[] {4, 9}).get(1);
    assertThat(square).hasToString("a square");
    assertThat(square.around(1000, 2000)).map(Grid::ranks).containsExactly(961, 1024);
    assertThat(square.around(1000, 1023)).map(Grid::ranks).containsExactly(961);
    assertThat(square.around(1, 100)).map(Grid::ranks).containsExactly(4);
    assertThat(square.next(961, 1024)).hasValue(new Grid(new int[] {32, 32}));
    assertThat(square.next(961, 1023)).isEmpty();
  }
}
