package org.foretell.extrapolation.law;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds numbers of cells that move around the grid. */
final class CellFit {
  /** Dimensions of the grid of ranks of a multipartition. */
  private static final int MULTIPARTITION = 2;

  /** Classes of two coordinates at the ends of the grid. */
  private static final int MOST_CLASSES = 16;

  /** Where cells are that messages are for. */
  private static final int[] NEAR = {0, 1, -1, 2, -2};

  private final int dimensions;
  private final ScaleFit scales;
  private final List<List<Integer>> factors = new ArrayList<>();

  CellFit(int dimensions, ScaleFit scales) {
    this.dimensions = dimensions;
    this.scales = scales;
    if (dimensions > 1) {
      collect(new ArrayList<>());
      factors.sort(Comparator.comparingInt(CellFit::weight));
    }
  }

  private void collect(List<Integer> some) {
    if (some.size() == dimensions) {
      factors.add(List.copyOf(some));
      return;
    }
    for (int factor : new int[] {0, 1, -1}) {
      some.add(factor);
      collect(some);
      some.remove(some.size() - 1);
    }
  }

  private static int weight(List<Integer> factors) {
    return factors.stream().mapToInt(Math::abs).sum();
  }

  /**
   * Finds the law.
   *
   * @param samples in any number for a rank
   * @return null if there is none
   */
  @Nullable Cell of(List<Sample> samples) {
    if (dimensions == 1) {
      return null;
    }
    SortedMap<Integer, Long> starts = new TreeMap<>();
    samples.forEach(sample -> starts.merge(sample.trace(), sample.value(), Math::min));
    long start = starts.values().iterator().next();
    boolean areCells =
        starts.values().stream().allMatch(own -> own == start)
            && samples.stream()
                .allMatch(sample -> sample.value() - start < sample.place().grid().ranks());
    if (!areCells) {
      return null;
    }
    List<Cell.Digit> digits = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      Cell.Digit digit = digit(samples, start, d);
      if (digit == null) {
        return null;
      }
      digits.add(digit);
    }
    return new Cell(start, List.copyOf(digits));
  }

  private Cell.@Nullable Digit digit(List<Sample> samples, long start, int d) {
    int depths = samples.get(0).place().iterations().length / 2;
    for (List<Integer> some : factors) {
      for (int depth = depths - 1; depth >= 0 || (depths == 0 && depth == -1); depth--) {
        for (int ofIteration : depth < 0 ? new int[] {0} : new int[] {0, 1, -1}) {
          Law.Scale shift = shift(samples, start, d, some, depth, ofIteration);
          if (shift != null) {
            return new Cell.Digit(some, depth, ofIteration, shift);
          }
        }
      }
    }
    return null;
  }

  /**
   * Finds a law by the cell that a rank works on.
   *
   * @param samples in any number for a rank
   * @return null if there is none
   */
  @Nullable OfCell byCell(List<Sample> samples, ClassFit classes, Effort effort) {
    if (dimensions != MULTIPARTITION) {
      return null;
    }
    List<Cell.Digit> moving = moving(samples);
    OfCell unsure = null;
    for (Cell.Digit first : moving) {
      for (Cell.Digit second : moving) {
        if (!effort.spend(samples.size())) {
          return unsure;
        }
        List<Cell.Digit> digits = List.of(first, second);
        Law law =
            ClassFit.isByEnds(samples, place -> OfCell.cell(digits, place))
                ? classes.equalInClasses(cells(samples, digits), 2, MOST_CLASSES, scales)
                : null;
        if (law != null && Certainty.isSure(law)) {
          return new OfCell(digits, law);
        }
        unsure = unsure == null && law != null ? new OfCell(digits, law) : unsure;
      }
    }
    return unsure;
  }

  private static List<Sample> cells(List<Sample> samples, List<Cell.Digit> digits) {
    List<Sample> cells = new ArrayList<>(samples.size());
    for (Sample sample : samples) {
      Place cell = OfCell.cell(digits, sample.place());
      cells.add(new Sample(sample.trace(), cell, sample.value()));
    }
    return cells;
  }

  /** The coordinates that move with an iteration that differs, simplest first. */
  private List<Cell.Digit> moving(List<Sample> samples) {
    List<Cell.Digit> moving = new ArrayList<>();
    int depths = samples.get(0).place().iterations().length / 2;
    for (List<Integer> some : factors) {
      for (int depth = depths - 1; depth >= 0; depth--) {
        int at = 2 * depth;
        int first = samples.get(0).place().iterations()[at];
        if (samples.stream().anyMatch(sample -> sample.place().iterations()[at] != first)) {
          for (int shift : NEAR) {
            moving.add(new Cell.Digit(some, depth, 1, Law.Scale.constant(shift)));
            moving.add(new Cell.Digit(some, depth, -1, Law.Scale.constant(shift)));
          }
        }
      }
    }
    return moving;
  }

  /** The shift of a coordinate, null if it is not the same everywhere or has no law. */
  private Law.@Nullable Scale shift(
      List<Sample> samples, long start, int d, List<Integer> some, int depth, int ofIteration) {
    SortedMap<Integer, Long> shifts = new TreeMap<>();
    SortedMap<Integer, Integer> around = new TreeMap<>();
    for (Sample sample : samples) {
      Place place = sample.place();
      int size = place.grid().sizes()[d];
      int there = place.grid().coordinates((int) (sample.value() - start))[d];
      long shift =
          Math.floorMod(there - Cell.Digit.moved(some, depth, ofIteration, place), (long) size);
      Long known = shifts.putIfAbsent(sample.trace(), shift);
      if (known != null && known != shift) {
        return null;
      }
      around.put(sample.trace(), size);
    }
    for (int near : new int[] {0, 1, -1, 2, -2, 3, -3, 4, -4}) {
      boolean fits =
          shifts.entrySet().stream()
              .allMatch(
                  own ->
                      own.getValue() == Math.floorMod(near, around.getOrDefault(own.getKey(), 1)));
      if (fits) {
        return Law.Scale.constant(near);
      }
    }
    return scales.of(shifts);
  }
}
