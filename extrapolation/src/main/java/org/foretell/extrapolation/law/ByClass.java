package org.foretell.extrapolation.law;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
                .text(rest % 4, Names.coordinate(splits.size(), d), Names.size(splits.size(), d));
        text.append(text.isEmpty() || part.isEmpty() ? "" : ", ").append(part);
        rest /= 4;
      }
      return text.toString();
    }
  }
}
