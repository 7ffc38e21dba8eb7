package org.foretell.extrapolation.law;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Numbers that are parts of a whole, divided along one dimension where it does not go evenly. */
final class BlockFit {
  /** The largest whole that is looked for if parts have a start. */
  private static final int MOST = 1 << 16;

  private final int dimensions;

  BlockFit(int dimensions) {
    this.dimensions = dimensions;
  }

  /** The value of a coordinate where the dimension has some size. */
  private record Cell(int size, int coordinate, long value) {}

  /**
   * Blocks along one dimension.
   *
   * @param samples one for each rank
   * @return null if there is none
   */
  @Nullable Block of(List<Sample> samples) {
    for (int d = 0; d < dimensions; d++) {
      List<Cell> cells = cells(samples, d);
      Block law = cells == null ? null : of(cells, d);
      if (law != null) {
        return law;
      }
    }
    return null;
  }

  /** The values along a dimension, null if they depend on other coordinates too. */
  private static @Nullable List<Cell> cells(List<Sample> samples, int dimension) {
    Map<Long, Cell> found = new TreeMap<>();
    for (Sample sample : samples) {
      int size = sample.place().grid().sizes()[dimension];
      int coordinate = sample.place().coordinates()[dimension];
      Cell cell = new Cell(size, coordinate, sample.value());
      Cell known = found.putIfAbsent(((long) size << 32) + coordinate, cell);
      if (known != null && known.value() != sample.value()) {
        return null;
      }
    }
    return new ArrayList<>(found.values());
  }

  private @Nullable Block of(List<Cell> cells, int dimension) {
    long unit = unit(cells);
    boolean oneSize = cells.stream().allMatch(cell -> cell.size() == cells.get(0).size());
    if (unit == 0 || oneSize) {
      return null;
    }
    for (boolean first : new boolean[] {true, false}) {
      Long whole = whole(cells, unit, first);
      if (whole != null) {
        return new Block(dimensions, dimension, Law.Scale.constant(whole), 0, unit, first);
      }
      List<Formula> totals = new ArrayList<>();
      long start = 0;
      for (int total = 1; total <= MOST && totals.size() < 3; total++) {
        Long own = start(cells, total, unit, first);
        if (own != null) {
          start = totals.isEmpty() ? own : start;
          totals.add(Formula.constant(total));
        }
      }
      if (!totals.isEmpty()) {
        return new Block(dimensions, dimension, new Law.Scale(totals, false), start, unit, first);
      }
    }
    return null;
  }

  /** By how much parts of one size differ, 0 if by nothing or not always by as much. */
  private static long unit(List<Cell> cells) {
    long unit = 0;
    Map<Integer, long[]> ranges = new TreeMap<>();
    for (Cell cell : cells) {
      long[] range =
          ranges.computeIfAbsent(cell.size(), k -> new long[] {cell.value(), cell.value()});
      range[0] = Math.min(range[0], cell.value());
      range[1] = Math.max(range[1], cell.value());
    }
    for (long[] range : ranges.values()) {
      long difference = range[1] - range[0];
      if (difference != 0 && unit != 0 && difference != unit) {
        return 0;
      }
      unit = difference == 0 ? unit : difference;
    }
    return unit;
  }

  /** The whole of parts without a start, null if there is none. */
  private static @Nullable Long whole(List<Cell> cells, long unit, boolean first) {
    int size = cells.get(0).size();
    long sum = cells.stream().filter(cell -> cell.size() == size).mapToLong(Cell::value).sum();
    long count = cells.stream().filter(cell -> cell.size() == size).count();
    if (count != size || sum <= 0 || sum % unit != 0) {
      return null;
    }
    Long start = start(cells, sum / unit, unit, first);
    return start != null && start == 0 ? (Long) (sum / unit) : null;
  }

  /** What parts of a whole start with, null if values are not such parts. */
  private static @Nullable Long start(List<Cell> cells, long total, long unit, boolean first) {
    Long start = null;
    for (Cell cell : cells) {
      long own = cell.value() - unit * Block.part(total, cell.size(), cell.coordinate(), first);
      if (start != null && start != own) {
        return null;
      }
      start = own;
    }
    return start;
  }
}
