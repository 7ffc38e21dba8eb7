package org.foretell.study.surface;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.foretell.study.description.Estimate;
import org.foretell.study.sample.Draws;

/** Places within the bounds of variables at which a program is replayed. */
final class SearchPlaces {
  private static final int MOST_WITH_ALL_CORNERS = 4;
  private static final int LEAST_BATCH = 8;

  private final SortedMap<String, Estimate> variables;

  SearchPlaces(Map<String, Estimate> variables) {
    this.variables = new TreeMap<>(variables);
  }

  /** All factors as they are stated. */
  Map<String, Double> middle() {
    Map<String, Double> middle = new TreeMap<>();
    variables.forEach((name, factor) -> middle.put(name, factor.value()));
    return middle;
  }

  /** The names of variables that have bounds. */
  List<String> uncertain() {
    return variables.entrySet().stream()
        .filter(variable -> variable.getValue().isUncertain())
        .map(Map.Entry::getKey)
        .toList();
  }

  Map<String, Double> middleBut(String name, double factor) {
    Map<String, Double> place = middle();
    place.put(name, factor);
    return place;
  }

  /** The middle, and both bounds of some of the variables. */
  List<Map<String, Double>> bounds(Predicate<String> isWanted) {
    List<Map<String, Double>> places = new ArrayList<>();
    places.add(middle());
    variables.forEach(
        (name, factor) -> {
          if (factor.isUncertain() && isWanted.test(name)) {
            places.add(middleBut(name, factor.from()));
            places.add(middleBut(name, factor.to()));
          }
        });
    return places;
  }

  /** How many corners are replayed. */
  static int cornersOf(int uncertain) {
    return uncertain <= MOST_WITH_ALL_CORNERS ? 1 << uncertain : 2;
  }

  /** All of them of few variables; of many the one with all lower bounds, and the one opposite. */
  List<Map<String, Double>> corners() {
    List<String> names = uncertain();
    boolean isAll = names.size() <= MOST_WITH_ALL_CORNERS;
    List<Map<String, Double>> corners = new ArrayList<>();
    for (int bits = 0; bits < cornersOf(names.size()); bits++) {
      Map<String, Double> corner = middle();
      for (int i = 0; i < names.size(); i++) {
        Estimate factor = Objects.requireNonNull(variables.get(names.get(i)));
        boolean isUpper = isAll ? (bits >> i & 1) == 1 : bits == 1;
        corner.put(names.get(i), isUpper ? factor.to() : factor.from());
      }
      corners.add(corner);
    }
    return corners;
  }

  /** The corner that takes longest and the one opposite, as far as single variables tell. */
  List<Map<String, Double>> extremes(Predicate<String> isLongerWithMore) {
    Map<String, Double> slow = middle();
    Map<String, Double> fast = middle();
    for (String name : uncertain()) {
      Estimate factor = Objects.requireNonNull(variables.get(name));
      boolean isLonger = isLongerWithMore.test(name);
      slow.put(name, isLonger ? factor.to() : factor.from());
      fast.put(name, isLonger ? factor.from() : factor.to());
    }
    return List.of(slow, fast);
  }

  /** How many places a batch has. */
  int batchSize() {
    return Math.max(LEAST_BATCH, 2 * uncertain().size());
  }

  /** Six digits are enough, and results stay legible. */
  static double rounded(double factor) {
    return new BigDecimal(factor, new MathContext(6)).doubleValue();
  }

  /** Random places. */
  List<Map<String, Double>> batch(int batches, long seed) {
    int size = batchSize();
    Draws draws = new Draws(seed, size);
    List<Map<String, Double>> places = new ArrayList<>();
    for (int draw = 0; draw < size; draw++) {
      places.add(middle());
    }
    variables.forEach(
        (name, factor) -> {
          double[] factors = draws.of("batch " + batches + " of " + name, factor);
          for (int draw = 0; draw < size; draw++) {
            places.get(draw).put(name, rounded(factors[draw]));
          }
        });
    return places;
  }
}
