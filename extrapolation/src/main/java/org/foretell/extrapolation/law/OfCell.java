package org.foretell.extrapolation.law;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A law of the cell that a rank works on, where ranks have several and go from one to the next, as
 * in the multipartition of NPB's BT and SP: cells at the ends of the grid have other sizes.
 *
 * @param digits the coordinates of the cell
 * @param ofCell the law by the coordinates of the cell in place of those of the rank
 */
record OfCell(List<Cell.Digit> digits, Law ofCell) implements Law {
  @Override
  public long at(Place place) {
    return ofCell.at(cell(digits, place));
  }

  /** The place of a cell. */
  static Place cell(List<Cell.Digit> digits, Place place) {
    int[] coordinates = new int[digits.size()];
    for (int d = 0; d < coordinates.length; d++) {
      coordinates[d] = (int) digits.get(d).at(place, d);
    }
    return new Place(place.grid(), place.rank(), coordinates, place.iterations());
  }

  @Override
  public String text() {
    return "with the cell ("
        + digits.stream().map(Cell.Digit::text).collect(Collectors.joining(", "))
        + ") around in place of the rank: "
        + ofCell.text();
  }

  @Override
  public Stream<Scale> scales() {
    return Stream.concat(digits.stream().map(Cell.Digit::shift), ofCell.scales());
  }

  @Override
  public boolean usesRank() {
    return ofCell.usesRank();
  }
}
