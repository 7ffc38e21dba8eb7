package org.foretell.extrapolation.law;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The number of a cell, as programs count them that give each rank several: start + x1 + n1 x2 +
 * .., where each coordinate of the cell moves around the grid with the place and the iteration.
 *
 * @param start of the numbers
 * @param digits the coordinates of the cell
 */
record Cell(long start, List<Digit> digits) implements Law {
  /**
   * A coordinate of a cell: the sum of some of the coordinates of the rank, an iteration and a
   * shift, around the grid.
   *
   * @param factors of the coordinates: -1, 0 or 1
   * @param depth of the loop
   * @param ofIteration factor of the iteration: -1, 0 or 1
   */
  record Digit(List<Integer> factors, int depth, int ofIteration, Scale shift) {
    /** What the place contributes, without the shift. */
    static long moved(List<Integer> factors, int depth, int ofIteration, Place place) {
      long sum = ofIteration == 0 ? 0 : (long) ofIteration * place.iterations()[2 * depth];
      for (int d = 0; d < factors.size(); d++) {
        sum += (long) factors.get(d) * place.coordinates()[d];
      }
      return sum;
    }

    long at(Place place, int d) {
      return Math.floorMod(
          moved(factors, depth, ofIteration, place) + shift.at(place), place.grid().sizes()[d]);
    }

    String text() {
      List<String> terms = new ArrayList<>();
      for (int d = 0; d < factors.size(); d++) {
        if (factors.get(d) != 0) {
          terms.add((factors.get(d) < 0 ? "-" : "") + Names.coordinate(factors.size(), d));
        }
      }
      if (ofIteration != 0) {
        terms.add((ofIteration < 0 ? "-i" : "i") + (depth + 1));
      }
      if (!shift.text().equals("0") || terms.isEmpty()) {
        terms.add(shift.text());
      }
      return String.join(" + ", terms).replace("+ -", "- ");
    }
  }

  @Override
  public long at(Place place) {
    long value = 0;
    for (int d = digits.size() - 1; d >= 0; d--) {
      value = value * place.grid().sizes()[d] + digits.get(d).at(place, d);
    }
    return start + value;
  }

  @Override
  public String text() {
    return (start == 0 ? "" : start + " + ")
        + "number of the cell ("
        + digits.stream().map(Digit::text).collect(Collectors.joining(", "))
        + ") around";
  }

  @Override
  public Stream<Scale> scales() {
    return digits.stream().map(Digit::shift);
  }

  @Override
  public boolean usesRank() {
    return true;
  }
}
