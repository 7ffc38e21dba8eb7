package org.foretell.extrapolation.law;

import java.util.List;
import java.util.stream.Stream;

/** How a number follows from the grid, the place in it, and the iterations of loops. */
public sealed interface Law
    permits Law.Scale, Block, ByClass, Cell, Drawn, InLoop, Linear, OfCell, Partner {
  /**
   * {@return the value at a place}
   *
   * @param place of the run for which the law was found
   * @throws NoValueException if there is none
   */
  long at(Place place);

  /** {@return the law for people} */
  String text();

  /** {@return the functions of the grid alone that it consists of} */
  Stream<Scale> scales();

  /** {@return whether the value depends on the rank} */
  boolean usesRank();

  /**
   * A function of the grid alone.
   *
   * @param candidates all simplest ones that fit; the first is taken
   * @param seenOnce whether only one trace has it
   */
  record Scale(List<Formula> candidates, boolean seenOnce) implements Law {
    /**
     * {@return a law with the same value everywhere}
     *
     * @param value of it
     */
    public static Scale constant(long value) {
      return new Scale(List.of(Formula.constant(value)), false);
    }

    @Override
    public long at(Place place) {
      Long value = candidates.get(0).whole(place.grid());
      if (value == null) {
        throw new NoValueException(
            text() + " is no whole number for a grid of " + place.grid() + " ranks");
      }
      return value;
    }

    @Override
    public String text() {
      return candidates.get(0).text();
    }

    @Override
    public Stream<Scale> scales() {
      return Stream.of(this);
    }

    @Override
    public boolean usesRank() {
      return false;
    }
  }
}
