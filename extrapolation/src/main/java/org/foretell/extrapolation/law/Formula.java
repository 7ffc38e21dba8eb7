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

  /** The geometric mean of two functions, where it is a fraction. */
  static Formula mean(Formula a, Formula b) {
    return new Formula(
        "sqrt(" + a.text + " x " + b.text + ")",
        grid -> {
          Fraction first = a.value.apply(grid);
          Fraction second = b.value.apply(grid);
          return first == null || second == null ? null : first.times(second).root();
        });
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
