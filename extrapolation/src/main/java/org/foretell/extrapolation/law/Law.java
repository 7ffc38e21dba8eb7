package org.foretell.extrapolation.law;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a number follows from the grid, the place in it, and the iterations of loops. */
public sealed interface Law {
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

  /** The name of a coordinate: r on a line, else c1 to c4. */
  private static String coordinate(int dimensions, int d) {
    return dimensions == 1 ? "r" : "c" + (d + 1);
  }

  /** The name of a size. */
  private static String size(int dimensions, int d) {
    return dimensions == 1 ? "p" : "n" + (d + 1);
  }

  /**
   * A function of the grid alone.
   *
   * @param candidates all simplest ones that fit; the first is taken
   * @param seenOnce whether only one trace has it
   */
  record Scale(List<Formula> candidates, boolean seenOnce) implements Law {
    static Scale constant(long value) {
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

  /** How a coordinate divides ranks into classes. */
  enum Split {
    NONE,
    FIRST,
    LAST,
    PARITY,
    ENDS;

    int cell(int coordinate, int size) {
      int first = coordinate == 0 ? 1 : 0;
      int last = coordinate == size - 1 ? 1 : 0;
      return switch (this) {
        case NONE -> 0;
        case FIRST -> first;
        case LAST -> last;
        case PARITY -> coordinate % 2;
        case ENDS -> first + 2 * last;
      };
    }

    String text(int cell, String name, String size) {
      return switch (this) {
        case NONE -> "";
        case FIRST -> name + (cell == 1 ? " = 0" : " > 0");
        case LAST -> name + (cell == 1 ? " = " : " < ") + size + " - 1";
        case PARITY -> name + (cell == 1 ? " odd" : " even");
        case ENDS ->
            switch (cell) {
              case 0 -> name + " inside";
              case 1 -> name + " = 0";
              case 2 -> name + " = " + size + " - 1";
              default -> size + " = 1";
            };
      };
    }
  }

  /** A division of ranks into classes by their coordinates. */
  record Classes(List<Split> splits) {
    int key(Place place) {
      return key(place.coordinates(), place.grid().sizes());
    }

    int key(int[] coordinates, int[] sizes) {
      int key = 0;
      for (int d = splits.size() - 1; d >= 0; d--) {
        key = key * 4 + splits.get(d).cell(coordinates[d], sizes[d]);
      }
      return key;
    }

    String text(int key) {
      StringBuilder text = new StringBuilder();
      int rest = key;
      for (int d = 0; d < splits.size(); d++) {
        String part =
            splits
                .get(d)
                .text(rest % 4, coordinate(splits.size(), d), size(splits.size(), d));
        text.append(text.isEmpty() || part.isEmpty() ? "" : ", ").append(part);
        rest /= 4;
      }
      return text.toString();
    }
  }

  /** Another law for each class of ranks. */
  record ByClass(Classes classes, TreeMap<Integer, Law> laws) implements Law {
    @Override
    public long at(Place place) {
      Law law = laws.get(classes.key(place));
      if (law == null) {
        throw new NoValueException(
            "no rank of the traces has a place in the grid like rank "
                + place.rank()
                + " ("
                + classes.text(classes.key(place))
                + ")");
      }
      return law.at(place);
    }

    @Override
    public String text() {
      Map<String, String> byText = new TreeMap<>();
      laws.forEach(
          (key, law) -> byText.merge(law.text(), classes.text(key), (a, b) -> a + " or " + b));
      return byText.entrySet().stream()
          .map(entry -> entry.getKey() + " if " + entry.getValue())
          .collect(Collectors.joining("; "));
    }

    @Override
    public Stream<Scale> scales() {
      return laws.values().stream().flatMap(Law::scales);
    }

    @Override
    public boolean usesRank() {
      return true;
    }
  }

  /** A start and a step for each coordinate. */
  record Linear(Law start, List<Law> steps) implements Law {
    @Override
    public long at(Place place) {
      long value = start.at(place);
      for (int d = 0; d < steps.size(); d++) {
        value += Math.multiplyExact(steps.get(d).at(place), (long) place.coordinates()[d]);
      }
      return value;
    }

    @Override
    public String text() {
      StringBuilder text = new StringBuilder(start.text().equals("0") ? "" : start.text());
      for (int d = 0; d < steps.size(); d++) {
        String step = steps.get(d).text();
        if (!step.equals("0")) {
          text.append(text.isEmpty() ? "" : " + ")
              .append(step.equals("1") ? "" : step + " ")
              .append(coordinate(steps.size(), d));
        }
      }
      return text.toString();
    }

    @Override
    public Stream<Scale> scales() {
      return Stream.concat(start.scales(), steps.stream().flatMap(Law::scales));
    }

    @Override
    public boolean usesRank() {
      return true;
    }
  }

  /** Parts of a whole that one dimension divides, as even as possible; first ones are larger. */
  record Block(int dimensions, int dimension, long total, long unit, boolean firstLarger)
      implements Law {
    @Override
    public long at(Place place) {
      int size = place.grid().sizes()[dimension];
      int coordinate = place.coordinates()[dimension];
      long rest = total % size;
      boolean larger = firstLarger ? coordinate < rest : coordinate >= size - rest;
      return unit * (total / size + (larger ? 1 : 0));
    }

    @Override
    public String text() {
      return String.format(
          Locale.US,
          "%d x (%d / %s, the %s ones rounded up)",
          unit,
          total,
          size(dimensions, dimension),
          firstLarger ? "first" : "last");
    }

    @Override
    public Stream<Scale> scales() {
      return Stream.empty();
    }

    @Override
    public boolean usesRank() {
      return true;
    }
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
      String name = coordinate(dimensions, from);
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
  }

  /** In each iteration of a loop as much more: start + step i. */
  record Steps(int depth, Law start, Law step) implements Law {
    @Override
    public long at(Place place) {
      return start.at(place) + Math.multiplyExact(step.at(place), i(place, depth));
    }

    @Override
    public String text() {
      String first = start.text().equals("0") ? "" : start.text() + " + ";
      return first + (step.text().equals("1") ? "" : step.text() + " ") + "i" + (depth + 1);
    }

    @Override
    public Stream<Scale> scales() {
      return Stream.concat(start.scales(), step.scales());
    }

    @Override
    public boolean usesRank() {
      return start.usesRank() || step.usesRank();
    }
  }

  /** Twice as much, or half as much, in each iteration of a loop. */
  record Doubling(int depth, Law start, boolean halves) implements Law {
    @Override
    public long at(Place place) {
      long first = start.at(place);
      int i = (int) i(place, depth);
      return halves ? first >> i : Math.multiplyExact(first, 1L << i);
    }

    @Override
    public String text() {
      String first = start.text().equals("1") ? "" : start.text() + (halves ? " / " : " x ");
      return first + "2^i" + (depth + 1);
    }

    @Override
    public Stream<Scale> scales() {
      return start.scales();
    }

    @Override
    public boolean usesRank() {
      return start.usesRank();
    }
  }

  /** The first, or the last, iteration of a loop is an exception. */
  record End(int depth, boolean first, Law there, Law elsewhere) implements Law {
    @Override
    public long at(Place place) {
      return (isThere(place.iterations(), depth, first) ? there : elsewhere).at(place);
    }

    static boolean isThere(int[] iterations, int depth, boolean first) {
      int i = iterations[2 * depth];
      return first ? i == 0 : i == iterations[2 * depth + 1] - 1;
    }

    @Override
    public String text() {
      return "("
          + there.text()
          + " in the "
          + (first ? "first" : "last")
          + " i"
          + (depth + 1)
          + ", else "
          + elsewhere.text()
          + ")";
    }

    @Override
    public Stream<Scale> scales() {
      return Stream.concat(there.scales(), elsewhere.scales());
    }

    @Override
    public boolean usesRank() {
      return there.usesRank() || elsewhere.usesRank();
    }
  }

  /** Laws that take turns in the iterations of a loop. */
  record Turns(int depth, List<Law> laws) implements Law {
    @Override
    public long at(Place place) {
      return laws.get((int) (i(place, depth) % laws.size())).at(place);
    }

    @Override
    public String text() {
      return "by i"
          + (depth + 1)
          + " in turn ("
          + laws.stream().limit(8).map(Law::text).collect(Collectors.joining(", "))
          + (laws.size() > 8 ? ", ..)" : ")");
    }

    @Override
    public Stream<Scale> scales() {
      return laws.stream().flatMap(Law::scales);
    }

    @Override
    public boolean usesRank() {
      return laws.stream().anyMatch(Law::usesRank);
    }
  }

  private static long i(Place place, int depth) {
    if (2 * depth >= place.iterations().length) {
      throw new AssertionError("loop " + depth + " of " + Arrays.toString(place.iterations()));
    }
    return place.iterations()[2 * depth];
  }
}
