package org.foretell.extrapolation.law;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The number of another rank, by its coordinates.
 *
 * @param whole whether the grid is passed over, and all ranks are in one line
 */
record Partner(boolean whole, List<Axis> axes) implements Law {
  @Override
  public long at(Place place) {
    int[] sizes = whole ? new int[] {place.grid().ranks()} : place.grid().sizes();
    int[] coordinates = whole ? new int[] {place.rank()} : place.coordinates();
    long rank = 0;
    for (int d = axes.size() - 1; d >= 0; d--) {
      rank = rank * sizes[d] + axes.get(d).at(place, coordinates, sizes, d);
    }
    return rank;
  }

  @Override
  public String text() {
    return "rank of ("
        + axes.stream()
            .map(axis -> axis.text(whole ? 1 : axes.size()))
            .collect(Collectors.joining(", "))
        + ")";
  }

  @Override
  public Stream<Scale> scales() {
    return axes.stream().flatMap(axis -> axis.value().scales());
  }

  @Override
  public boolean usesRank() {
    return true;
  }

  /** Whether it depends on the iteration. */
  boolean isOfLoop() {
    return axes.stream().anyMatch(axis -> axis.value() instanceof InLoop);
  }

  /** How a coordinate of a partner follows from those of the rank. */
  enum Relation {
    OFFSET,
    AROUND,
    XOR,
    MIRROR,
    FIXED
  }

  /**
   * A coordinate of a partner.
   *
   * @param from the coordinate of the rank that it follows from
   */
  record Axis(Relation relation, int from, Law value) {
    long at(Place place, int[] coordinates, int[] sizes, int d) {
      long own = coordinates[from];
      long number = value.at(place);
      long other =
          switch (relation) {
            case OFFSET -> own + number;
            case AROUND -> Math.floorMod(own + number, sizes[d]);
            case XOR -> own ^ number;
            case MIRROR -> number - own;
            case FIXED -> number;
          };
      if (other < 0 || other >= sizes[d]) {
        throw new NoValueException(
            "the partner of rank "
                + place.rank()
                + " would be beyond the edge of the grid of "
                + place.grid());
      }
      return other;
    }

    String text(int dimensions) {
      String name = Names.coordinate(dimensions, from);
      String number = value.text();
      return switch (relation) {
        case OFFSET, AROUND ->
            name
                + (number.equals("0")
                    ? ""
                    : number.startsWith("-") ? " - " + number.substring(1) : " + " + number)
                + (relation == Relation.AROUND ? " around" : "");
        case XOR -> name + " xor " + number;
        case MIRROR -> number + " - " + name;
        case FIXED -> number;
      };
    }
  }
}
