package org.foretell.extrapolation.law;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
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
    for (Map.Entry<Integer, SortedMap<Integer, Long>> cell : cells.entrySet()) {
      Law.Scale scale = scales.of(cell.getValue());
      if (scale == null) {
        return null;
      }
      laws.put(cell.getKey(), scale);
    }
    return new ByClass(classes, laws);
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
