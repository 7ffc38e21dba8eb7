package org.foretell.extrapolation.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.extrapolation.grid.Grid;

/** A law that is drawn is found again, and holds where nothing was traced. */
class LawPropertiesTest {
  private static final int TRIES = 200;

  private static Grid grid(int a, int b) {
    return new Grid(new int[] {a, b});
  }

  private static List<Sample> samples(Grid[] grids, ToLongFunction<Place> values) {
    List<Sample> samples = new ArrayList<>();
    for (int trace = 0; trace < grids.length; trace++) {
      for (int rank = 0; rank < grids[trace].ranks(); rank++) {
        Place place = Place.of(grids[trace], rank);
        samples.add(new Sample(trace, place, values.applyAsLong(place)));
      }
    }
    return samples;
  }

  private static void assertHolds(Law law, Grid target, ToLongFunction<Place> values) {
    assertThat(law).isNotNull();
    for (int rank = 0; rank < target.ranks(); rank++) {
      Place place = Place.of(target, rank);
      assertThat(law.at(place)).as(law.text()).isEqualTo(values.applyAsLong(place));
    }
  }

  @Property(tries = TRIES)
  void linearLawsAreFound(
      @ForAll @IntRange(min = 0, max = 1000) int start,
      @ForAll @IntRange(min = -50, max = 50) int first,
      @ForAll @IntRange(min = -50, max = 50) int second) {
    Grid[] grids = {grid(3, 2), grid(4, 5), grid(6, 7)};
    Grid target = grid(9, 11);
    ToLongFunction<Place> law =
        place ->
            start + (long) first * place.coordinates()[0] + (long) second * place.coordinates()[1];
    assertHolds(new LawFitter(grids, target).number(samples(grids, law)), target, law);
  }

  @Property(tries = TRIES)
  void partnersAreFound(
      @ForAll @IntRange(min = -1, max = 1) int first,
      @ForAll @IntRange(min = -1, max = 1) int second) {
    Grid[] grids = {grid(3, 3), grid(4, 5), grid(6, 7)};
    Grid target = grid(9, 11);
    ToLongFunction<Place> law =
        place -> {
          int[] sizes = place.grid().sizes();
          return Math.floorMod(place.coordinates()[0] + first, sizes[0])
              + (long) sizes[0] * Math.floorMod(place.coordinates()[1] + second, sizes[1]);
        };
    assertHolds(new LawFitter(grids, target).rank(samples(grids, law)), target, law);
  }

  /** Where a block is uneven in some trace, its whole follows. */
  @Property(tries = TRIES)
  void blocksAreFound(
      @ForAll @IntRange(min = 20, max = 2000) int total,
      @ForAll @IntRange(min = 1, max = 64) int unit) {
    Grid[] grids = {grid(3, 2), grid(4, 5), grid(7, 7)};
    Grid target = grid(10, 11);
    ToLongFunction<Place> law =
        place -> unit * Block.part(total, place.grid().sizes()[0], place.coordinates()[0], true);
    Law found = new LawFitter(grids, target).number(samples(grids, law));
    boolean isEven = total % 3 == 0 && total % 4 == 0 && total % 7 == 0;
    if (!isEven) {
      assertHolds(found, target, law);
    }
  }

  /** Whatever law is taken, it says what the traces say. */
  @Property(tries = TRIES)
  void foundLawsAgreeWithTheTraces(
      @ForAll @IntRange(min = 0, max = 4) int a,
      @ForAll @IntRange(min = 0, max = 4) int b,
      @ForAll @IntRange(min = 0, max = 4) int c,
      @ForAll @IntRange(min = 1, max = 3) int modulus) {
    Grid[] grids = {grid(2, 2), grid(3, 4)};
    ToLongFunction<Place> values =
        place ->
            (a * place.coordinates()[0] + b * place.coordinates()[1] + c * place.rank()) % modulus;
    List<Sample> samples = samples(grids, values);
    Law law = new LawFitter(grids, grid(5, 6)).number(samples);
    if (law != null) {
      for (Sample sample : samples) {
        assertThat(law.at(sample.place())).as(law.text()).isEqualTo(sample.value());
      }
    }
  }
}
