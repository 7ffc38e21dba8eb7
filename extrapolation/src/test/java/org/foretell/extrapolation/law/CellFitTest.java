package org.foretell.extrapolation.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.foretell.extrapolation.grid.Grid;
import org.junit.jupiter.api.Test;

/** Cells as in a multipartition: a rank has one in each column of the grid, and goes around. */
class CellFitTest {
  private static final Grid[] SQUARES = {square(2), square(3), square(4)};
  private static final Grid TARGET = square(7);

  private final CellFit fit = new CellFit(2, new ScaleFit(SQUARES, TARGET));

  private static Grid square(int side) {
    return new Grid(new int[] {side, side});
  }

  /** Each rank in a loop with as many iterations as the grid has rows. */
  private static List<Place> places(Grid grid) {
    List<Place> places = new ArrayList<>();
    int side = grid.sizes()[0];
    for (int rank = 0; rank < grid.ranks(); rank++) {
      for (int i = 0; i < side; i++) {
        places.add(Place.of(grid, rank).within(new int[] {i, side}));
      }
    }
    return places;
  }

  private static List<Sample> samples(ToLongFunction<Place> values) {
    List<Sample> samples = new ArrayList<>();
    for (int trace = 0; trace < SQUARES.length; trace++) {
      for (Place place : places(SQUARES[trace])) {
        samples.add(new Sample(trace, place, values.applyAsLong(place)));
      }
    }
    return samples;
  }

  private static int x(Place place) {
    return Math.floorMod(place.coordinates()[0] - place.iterations()[0], side(place));
  }

  private static int y(Place place) {
    return Math.floorMod(place.coordinates()[1] + place.iterations()[0] + 1, side(place));
  }

  private static int side(Place place) {
    return place.grid().sizes()[0];
  }

  private static long number(Place place) {
    return 5 + x(place) + (long) side(place) * y(place);
  }

  @Test
  void numbersOfCellsThatGoAroundAreFound() {
    Cell law = fit.of(samples(CellFitTest::number));
    assertThat(law).isNotNull();
    for (Place place : places(TARGET)) {
      assertThat(law.at(place)).as(law.text()).isEqualTo(number(place));
    }
    assertThat(law.text()).isEqualTo("5 + number of the cell (c1 - i1, c2 + i1 + 1) around");
  }

  @Test
  void numbersBeyondTheGridAreNoCells() {
    assertThat(fit.of(samples(place -> 2 * number(place)))).isNull();
  }

  @Test
  void cellsOfWhichOneIsElsewhereHaveNoLaw() {
    List<Sample> samples = samples(CellFitTest::number);
    Sample last = samples.get(samples.size() - 1);
    samples.set(samples.size() - 1, last.with(last.value() == 5 ? 6 : 5));
    assertThat(fit.of(samples)).isNull();
  }

  /** Cells in the last column have what the division leaves. */
  @Test
  void sizesByTheCellAreFound() {
    ToLongFunction<Place> size = place -> x(place) == side(place) - 1 ? 40 : 48;
    OfCell law = fit.byCell(samples(size), new ClassFit(2, effort()), effort());
    assertThat(law).isNotNull();
    for (Place place : places(TARGET)) {
      assertThat(law.at(place)).as(law.text()).isEqualTo(size.applyAsLong(place));
    }
  }

  @Test
  void nothingIsFoundOnceTheEffortIsSpent() {
    Effort spent = new Effort();
    spent.begin(0);
    assertThat(spent.spend(Integer.MAX_VALUE)).isFalse();
    ToLongFunction<Place> size = place -> x(place) == side(place) - 1 ? 40 : 48;
    assertThat(fit.byCell(samples(size), new ClassFit(2, effort()), spent)).isNull();
  }

  @Test
  void aLineHasNoCells() {
    CellFit line = new CellFit(1, new ScaleFit(SQUARES, TARGET));
    assertThat(line.of(samples(CellFitTest::number))).isNull();
  }

  private static Effort effort() {
    Effort effort = new Effort();
    effort.begin(1000);
    return effort;
  }
}
