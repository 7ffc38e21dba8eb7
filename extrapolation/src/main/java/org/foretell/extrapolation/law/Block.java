package org.foretell.extrapolation.law;

import java.util.stream.Stream;

/**
 * Parts of a whole that one dimension divides, as even as possible, each with a start: start + unit
 * x part.
 *
 * @param dimensions of the grid
 * @param dimension that divides the whole
 * @param total the whole; a constant
 * @param firstLarger whether the first parts are larger where the whole does not divide evenly
 */
record Block(int dimensions, int dimension, Scale total, long start, long unit, boolean firstLarger)
    implements Law {
  /** A part of a whole. */
  static long part(long total, int size, int coordinate, boolean firstLarger) {
    long rest = total % size;
    boolean larger = firstLarger ? coordinate < rest : coordinate >= size - rest;
    return total / size + (larger ? 1 : 0);
  }

  @Override
  public long at(Place place) {
    int size = place.grid().sizes()[dimension];
    return start + unit * part(total.at(place), size, place.coordinates()[dimension], firstLarger);
  }

  @Override
  public String text() {
    return (start == 0 ? "" : start + " + ")
        + (unit == 1 ? "" : unit + " x ")
        + "("
        + total.text()
        + " / "
        + Names.size(dimensions, dimension)
        + ", the "
        + (firstLarger ? "first" : "last")
        + " ones rounded up)";
  }

  @Override
  public Stream<Scale> scales() {
    return Stream.of(total);
  }

  @Override
  public boolean usesRank() {
    return true;
  }
}
