package org.foretell.extrapolation.law;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.foretell.extrapolation.law.ByClass.Classes;
import org.foretell.extrapolation.law.ByClass.Split;
import org.jspecify.annotations.Nullable;

/** Divides ranks into classes by their coordinates, so that each class has a law of its own. */
final class ClassFit {
  private final List<Classes> divisions = new ArrayList<>();
  private final Effort effort;

  /**
   * @param dimensions of the grid
   */
  ClassFit(int dimensions, Effort effort) {
    this.effort = effort;
    collect(dimensions, new ArrayList<>());
    divisions.sort(Comparator.comparingInt(ClassFit::cells));
  }

  private void collect(int dimensions, List<Split> splits) {
    if (splits.size() == dimensions) {
      if (splits.stream().anyMatch(split -> split != Split.NONE)) {
        divisions.add(new Classes(List.copyOf(splits)));
      }
      return;
    }
    for (Split split : Split.values()) {
      splits.add(split);
      collect(dimensions, splits);
      splits.remove(splits.size() - 1);
    }
  }

  private static int cells(Classes classes) {
    int cells = 1;
    for (Split split : classes.splits()) {
      cells *=
          switch (split) {
            case NONE -> 1;
            case FIRST, LAST, PARITY -> 2;
            case ENDS -> 4;
          };
    }
    return cells;
  }

  /**
   * A law by classes in each of which all values of a trace are equal.
   *
   * @param samples one for each rank
   * @param fewest and most classes that may be made
   * @return null if there is none
   */
  @Nullable ByClass equalInClasses(List<Sample> samples, int fewest, int most, ScaleFit scales) {
    ByClass law = equalInClasses(samples, fewest, most, scales, false);
    // Even and odd are asked last: in small grids they look like the inside and the ends.
    return law == null ? equalInClasses(samples, fewest, most, scales, true) : law;
  }

  private @Nullable ByClass equalInClasses(
      List<Sample> samples, int fewest, int most, ScaleFit scales, boolean parity) {
    ByClass unsure = null;
    for (Classes classes : divisions) {
      int cells = cells(classes);
      if (cells >= fewest && cells <= most && classes.splits().contains(Split.PARITY) == parity) {
        ByClass law = equal(classes, samples, scales);
        if (law != null && law.scales().noneMatch(Certainty::isOpen)) {
          return law;
        }
        unsure = unsure == null ? law : unsure;
      }
    }
    return unsure;
  }

  private static @Nullable ByClass equal(Classes classes, List<Sample> samples, ScaleFit scales) {
    Map<Integer, SortedMap<Integer, Long>> cells = new HashMap<>();
    for (Sample sample : samples) {
      Long known =
          cells
              .computeIfAbsent(classes.key(sample.place()), k -> new TreeMap<>())
              .putIfAbsent(sample.trace(), sample.value());
      if (known != null && known != sample.value()) {
        return null;
      }
    }
    TreeMap<Integer, Law> laws = new TreeMap<>();
    TreeMap<Integer, Law.Scale> own = new TreeMap<>();
    for (Map.Entry<Integer, SortedMap<Integer, Long>> cell : cells.entrySet()) {
      Law.Scale scale = scales.of(cell.getValue());
      if (scale != null) {
        own.put(cell.getKey(), scale);
      }
    }
    for (Map.Entry<Integer, SortedMap<Integer, Long>> cell : cells.entrySet()) {
      Law.Scale scale = own.get(cell.getKey());
      scale = scale == null ? between(cell.getValue(), cells, own) : scale;
      if (scale == null) {
        return null;
      }
      laws.put(cell.getKey(), scale);
    }
    return new ByClass(classes, laws);
  }

  /**
   * The law of a class whose values are geometric means of those of two others: the size of a block
   * at one end of the grid, between those at two ends and at none.
   */
  private static Law.@Nullable Scale between(
      SortedMap<Integer, Long> points,
      Map<Integer, SortedMap<Integer, Long>> cells,
      SortedMap<Integer, Law.Scale> laws) {
    for (Map.Entry<Integer, Law.Scale> a : laws.entrySet()) {
      for (Map.Entry<Integer, Law.Scale> b : laws.tailMap(a.getKey() + 1).entrySet()) {
        SortedMap<Integer, Long> first = cells.getOrDefault(a.getKey(), points);
        SortedMap<Integer, Long> second = cells.getOrDefault(b.getKey(), points);
        boolean isBetween =
            points.entrySet().stream()
                .allMatch(
                    point ->
                        isMean(
                            point.getValue(),
                            first.get(point.getKey()),
                            second.get(point.getKey())));
        if (isBetween) {
          Formula mean =
              Formula.mean(a.getValue().candidates().get(0), b.getValue().candidates().get(0));
          return new Law.Scale(List.of(mean), points.size() == 1);
        }
      }
    }
    return null;
  }

  private static boolean isMean(long value, @Nullable Long a, @Nullable Long b) {
    return a != null
        && b != null
        && BigInteger.valueOf(a)
            .multiply(BigInteger.valueOf(b))
            .equals(BigInteger.valueOf(value).pow(2));
  }

  /** Whether all values of a trace are equal at the same ends of the grid, once places moved. */
  static boolean isByEnds(List<Sample> samples, UnaryOperator<Place> moved) {
    int dimensions = samples.get(0).place().coordinates().length;
    Classes ends = new Classes(Collections.nCopies(dimensions, Split.ENDS));
    Map<Long, Long> known = new HashMap<>();
    for (Sample sample : samples) {
      long key = ((long) sample.trace() << 32) + ends.key(moved.apply(sample.place()));
      Long value = known.putIfAbsent(key, sample.value());
      if (value != null && value != sample.value()) {
        return false;
      }
    }
    return true;
  }

  /**
   * A law by classes, each with a law that another fit finds.
   *
   * @param samples in any number for a rank
   * @param fit null if there is no law
   * @return null if no division has laws for all of its classes
   */
  @Nullable ByClass inClasses(
      List<Sample> samples, int most, Function<List<Sample>, @Nullable Law> fit) {
    for (Classes classes : divisions) {
      if (cells(classes) > most || !effort.spend(samples.size())) {
        break;
      }
      TreeMap<Integer, List<Sample>> cells = new TreeMap<>();
      for (Sample sample : samples) {
        cells.computeIfAbsent(classes.key(sample.place()), k -> new ArrayList<>()).add(sample);
      }
      if (cells.size() < 2) {
        continue;
      }
      TreeMap<Integer, Law> laws = new TreeMap<>();
      for (Map.Entry<Integer, List<Sample>> cell : cells.entrySet()) {
        Law law = fit.apply(cell.getValue());
        if (law == null) {
          break;
        }
        laws.put(cell.getKey(), law);
      }
      if (laws.size() == cells.size()) {
        return new ByClass(classes, laws);
      }
    }
    return null;
  }
}
