package org.foretell.extrapolation.law;

import java.util.function.Function;
import org.foretell.extrapolation.grid.Grid;
import org.jspecify.annotations.Nullable;

/**
 * A function of the grid alone.
 *
 * @param text for people
 * @param value exact, null where it is not defined
 */
public record Formula(String text, Function<Grid, @Nullable Fraction> value) {
  static Formula constant(long value) {
    Fraction fraction = Fraction.of(value);
    return new Formula(Long.toString(value), grid -> fraction);
  }

  /**
   * {@return its value in a grid, null if it is not a whole number}
   *
   * @param grid of a run
   */
  public @Nullable Long whole(Grid grid) {
    Fraction exact = value.apply(grid);
    return exact != null && exact.isWhole() ? exact.whole() : null;
  }
}
