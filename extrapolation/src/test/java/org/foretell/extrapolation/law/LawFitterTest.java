package org.foretell.extrapolation.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.foretell.extrapolation.grid.Grid;
import org.junit.jupiter.api.Test;

class LawFitterTest {
  private static final Grid[] SQUARES = {square(2), square(4), square(8)};
  private static final Grid TARGET = square(16);

  private static Grid square(int side) {
    return new Grid(new int[] {side, side});
  }

  private static int[] c(Place place) {
    return place.coordinates();
  }

  private static int n(Place place) {
    return place.grid().sizes()[0];
  }

  /** The samples of all ranks, each in a loop. */
  private static List<Sample> samples(
      Grid[] grids, Function<Place, Integer> iterations, ToLongFunction<Place> values) {
    List<Sample> samples = new ArrayList<>();
    for (int trace = 0; trace < grids.length; trace++) {
      for (int rank = 0; rank < grids[trace].ranks(); rank++) {
        for (Place place : places(grids[trace], rank, iterations)) {
          samples.add(new Sample(trace, place, values.applyAsLong(place)));
        }
      }
    }
    return samples;
  }

  private static List<Place> places(Grid grid, int rank, Function<Place, Integer> iterations) {
    Place place = Place.of(grid, rank);
    List<Place> places = new ArrayList<>();
    int count = iterations.apply(place);
    for (int i = 0; i < count; i++) {
      places.add(place.within(new int[] {i, count}));
    }
    return places;
  }

  /** Finds the law of a number in three squares, and compares it with what it is in the fourth. */
  private static void assertFound(
      Function<Place, Integer> iterations, ToLongFunction<Place> values) {
    Law law = new LawFitter(SQUARES, TARGET).number(samples(SQUARES, iterations, values));
    assertThat(law).isNotNull();
    assertThat(Certainty.isSure(law)).as(law.text()).isTrue();
    assertHolds(law, iterations, values);
  }

  private static void assertRankFound(
      Function<Place, Integer> iterations, ToLongFunction<Place> values) {
    Law law = new LawFitter(SQUARES, TARGET).rank(samples(SQUARES, iterations, values));
    assertThat(law).isNotNull();
    assertThat(Certainty.isSure(law)).as(law.text()).isTrue();
    assertHolds(law, iterations, values);
  }

  private static void assertHolds(
      Law law, Function<Place, Integer> iterations, ToLongFunction<Place> values) {
    for (int rank = 0; rank < TARGET.ranks(); rank++) {
      for (Place place : places(TARGET, rank, iterations)) {
        assertThat(law.at(place)).as(law.text()).isEqualTo(values.applyAsLong(place));
      }
    }
  }

  @Test
  void ranksAtTheEndsDiffer() {
    assertFound(place -> 1, place -> c(place)[0] == 0 ? 0 : 1);
    assertFound(
        place -> 1, place -> (c(place)[0] == 0 ? 0 : 1) + (c(place)[1] == n(place) - 1 ? 0 : 1));
  }

  @Test
  void numbersRiseAlongCoordinates() {
    assertFound(place -> 1, place -> 5 + 3L * c(place)[0] + (long) n(place) * c(place)[1]);
  }

  @Test
  void blocksAreUneven() {
    assertFound(place -> 1, place -> 16 * Block.part(133, n(place), c(place)[0], true));
    assertFound(place -> 1, place -> 32 + 16 * Block.part(133, n(place), c(place)[1], false));
  }

  @Test
  void cellsMoveAround() {
    assertFound(
        place -> n(place) - 1,
        place -> {
          int n = n(place);
          int i = place.iterations()[0];
          int x = Math.floorMod(c(place)[0] + c(place)[1] - i, n);
          int y = Math.floorMod(i - c(place)[0] + 1, n);
          return 3000 + x + (long) n * y;
        });
  }

  @Test
  void iterationsHaveLaws() {
    assertFound(place -> 8, place -> 7 + 3L * place.iterations()[0]);
    assertFound(place -> 8, place -> place.iterations()[0] == 0 ? 1 : 0);
    assertFound(place -> 8, place -> place.iterations()[0] == 7 ? 4 : 2);
    assertFound(place -> 9, place -> new long[] {5, 1, 8}[place.iterations()[0] % 3]);
    assertFound(place -> 3 + n(place), place -> 1L << place.iterations()[0]);
  }

  @Test
  void stretchesOfIterationsTakeTurns() {
    assertFound(place -> 32, place -> new long[] {5, 1, 1, 5}[place.iterations()[0] / 8]);
    assertFound(
        place -> 32,
        place -> c(place)[1] == 0 ? 0 : new long[] {1, 0, 0, 1}[place.iterations()[0] / 8]);
  }

  @Test
  void roundsGrow() {
    assertFound(place -> 5 * n(place), place -> place.iterations()[0] % n(place));
    // Rounds of 2, 4 and 6 have a common period of 12, but no law of its own.
    assertFound(
        place -> 12 * Integer.numberOfTrailingZeros(place.grid().ranks()),
        place -> 1L << place.iterations()[0] % Integer.numberOfTrailingZeros(place.grid().ranks()));
  }

  @Test
  void partnersAreNeighbours() {
    assertRankFound(
        place -> 1, place -> (c(place)[0] + 1) % n(place) + (long) n(place) * c(place)[1]);
    assertRankFound(place -> 1, place -> c(place)[1] + (long) n(place) * c(place)[0]);
    assertRankFound(place -> 1, place -> c(place)[0] == 0 ? -2 : place.rank() - 1);
    assertRankFound(place -> 3, place -> place.rank() ^ 1L << place.iterations()[0] % 2);
    assertRankFound(place -> 1, place -> 0);
  }

  @Test
  void partnersInRoundsAreFurther() {
    assertRankFound(
        place -> Integer.numberOfTrailingZeros(place.grid().ranks()),
        place -> (place.rank() + (1 << place.iterations()[0])) % place.grid().ranks());
    assertRankFound(
        place -> Integer.numberOfTrailingZeros(place.grid().ranks()),
        place -> Math.floorMod(place.rank() - (1 << place.iterations()[0]), place.grid().ranks()));
  }

  @Test
  void whatIsIrregularHasNoLaw() {
    List<Sample> samples =
        samples(
            SQUARES,
            place -> 40,
            place -> (place.rank() * 2654435761L + place.iterations()[0] * 40503L) % 1009);
    assertThat(new LawFitter(SQUARES, TARGET).number(samples)).isNull();
    assertThat(new LawFitter(SQUARES, TARGET).rank(samples)).isNull();
  }

  /** In grids of 2 and 3 the last is odd and even in turn. */
  @Test
  void endsAreNotTakenForEvenAndOdd() {
    Grid[] small = {square(2), square(3)};
    List<Sample> samples =
        samples(
            small, place -> 1, place -> c(place)[0] == 0 || c(place)[0] == n(place) - 1 ? 3 : 4);
    Law law = new LawFitter(small, square(4)).number(samples);
    assertThat(law).isNotNull();
    assertThat(Certainty.isSure(law)).isFalse();
    assertThat(law.at(Place.of(square(4), 3))).isEqualTo(3);
  }

  @Test
  void classesThatNoTraceHasAreSaid() {
    Grid[] pair = {square(2), new Grid(new int[] {1, 4})};
    List<Sample> samples = samples(pair, place -> 1, place -> c(place)[0] == 0 ? 0 : 1);
    Law law =
        new ByClass(
            new ByClass.Classes(List.of(ByClass.Split.ENDS, ByClass.Split.NONE)),
            new java.util.TreeMap<>());
    assertThat(samples).isNotEmpty();
    assertThatThrownBy(() -> law.at(Place.of(square(4), 1)))
        .isInstanceOf(NoValueException.class)
        .hasMessage("no rank of the traces has a place in the grid like rank 1 (c1 inside)");
  }

  /** What a rank sends of its cell of a stage in NPB's SP: 32 points without those at the walls. */
  @Test
  void cellsAtTheWallsAreSmaller() {
    assertFound(
        LawFitterTest::n,
        place -> {
          int stage = place.iterations()[0];
          int across = Math.floorMod(stage - c(place)[0], n(place));
          int along = Math.floorMod(c(place)[0] + c(place)[1] - stage, n(place));
          return 176L * inner(across, n(place)) * inner(along, n(place));
        });
  }

  private static int inner(int cell, int cells) {
    return 32 / cells - (cell == 0 ? 1 : 0) - (cell == cells - 1 ? 1 : 0);
  }

  /** A first run to warm up, and a second with an exception at its end. */
  @Test
  void aFirstRunDiffersAsAWhole() {
    List<Sample> samples = new ArrayList<>();
    for (int trace = 0; trace < SQUARES.length; trace++) {
      for (int rank = 0; rank < SQUARES[trace].ranks(); rank++) {
        for (int run = 0; run < 2; run++) {
          int count = run == 0 ? 3 : 30;
          for (int i = 0; i < count; i++) {
            Place place = Place.of(SQUARES[trace], rank).within(new int[] {run, 2, i, count});
            samples.add(new Sample(trace, place, warmedUp(run, i)));
          }
        }
      }
    }
    Law law = new LawFitter(SQUARES, TARGET).number(samples);
    assertThat(law).isNotNull();
    for (int i = 0; i < 30; i++) {
      Place place = Place.of(TARGET, 7).within(new int[] {1, 2, i, 30});
      assertThat(law.at(place)).as(law.text()).isEqualTo(warmedUp(1, i));
    }
    Place first = Place.of(TARGET, 7).within(new int[] {0, 2, 1, 3});
    assertThat(law.at(first)).as(law.text()).isEqualTo(warmedUp(0, 1));
  }

  private static long warmedUp(int run, int i) {
    return run == 0 ? (i == 1 ? 1 : 0) : (i == 28 ? 2 : 1);
  }
}
