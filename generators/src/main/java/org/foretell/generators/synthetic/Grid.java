package org.foretell.generators.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.foretell.trace.RankSet;
import org.jspecify.annotations.Nullable;

/** A Cartesian grid of ranks; the last dimension is the fastest, as in MPI_Cart_create. */
final class Grid {
  private final int[] extents;
  private final int[] strides;
  private final boolean periodic;

  Grid(int[] extents, boolean periodic) {
    this.extents = extents.clone();
    this.periodic = periodic;
    strides = new int[extents.length];
    int stride = 1;
    for (int axis = extents.length - 1; axis >= 0; axis--) {
      strides[axis] = stride;
      stride *= extents[axis];
    }
  }

  /**
   * Coordinates of one axis whose ranks have the same distances and points.
   *
   * @param first of them
   * @param count of them
   * @param low distance to the neighbour below in ranks, null if there is none
   * @param high distance to the neighbour above
   * @param points of each
   */
  private record Run(
      int first, int count, @Nullable Integer low, @Nullable Integer high, long points) {
    boolean continues(@Nullable Integer otherLow, @Nullable Integer otherHigh, long otherPoints) {
      return Objects.equals(low, otherLow)
          && Objects.equals(high, otherHigh)
          && points == otherPoints;
    }
  }

  /** Ranks that have their neighbours at the same distances, and as many points. */
  static final class Block {
    private final RankSet ranks;
    private final Run[] runs;

    private Block(RankSet ranks, Run[] runs) {
      this.ranks = ranks;
      this.runs = runs;
    }

    RankSet ranks() {
      return ranks;
    }

    /** Points of each of its ranks in an axis. */
    long points(int axis) {
      return runs[axis].points();
    }

    /** Points of each of its ranks. */
    long volume() {
      return Limits.product(Arrays.stream(runs).mapToLong(Run::points).toArray());
    }

    /** Distance to the neighbour in a direction, null if there is none. */
    @Nullable Integer distance(int... direction) {
      int distance = 0;
      for (int axis = 0; axis < runs.length; axis++) {
        if (direction[axis] != 0) {
          Integer step = direction[axis] < 0 ? runs[axis].low() : runs[axis].high();
          if (step == null) {
            return null;
          }
          distance += step;
        }
      }
      return distance;
    }
  }

  int extent(int axis) {
    return extents[axis];
  }

  int[] extents() {
    return extents.clone();
  }

  @Override
  public String toString() {
    return text(extents);
  }

  static String text(int[] extents) {
    return Arrays.stream(extents).mapToObj(Integer::toString).collect(Collectors.joining("x"));
  }

  static String text(long[] extents) {
    return Arrays.stream(extents).mapToObj(Long::toString).collect(Collectors.joining("x"));
  }

  /** The size of part {@code index} of {@code whole} in {@code parts}: the first are larger. */
  static long part(long whole, int parts, long index) {
    return whole / parts + (index < whole % parts ? 1 : 0);
  }

  /**
   * Classes of ranks, a few for each axis.
   *
   * @param points of all ranks in each axis
   */
  List<Block> blocks(long[] points) {
    List<List<Run>> axes = new ArrayList<>();
    for (int axis = 0; axis < extents.length; axis++) {
      axes.add(runs(axis, points[axis]));
    }
    List<Block> blocks = new ArrayList<>();
    addBlocks(axes, new Run[extents.length], 0, blocks);
    return blocks;
  }

  private void addBlocks(List<List<Run>> axes, Run[] chosen, int axis, List<Block> blocks) {
    if (axis < extents.length) {
      for (Run run : axes.get(axis)) {
        chosen[axis] = run;
        addBlocks(axes, chosen, axis + 1, blocks);
      }
      return;
    }
    int start = 0;
    int[] counts = new int[extents.length];
    int[] steps = new int[extents.length];
    int dimensions = 0;
    for (int i = 0; i < extents.length; i++) {
      start += chosen[i].first() * strides[i];
      if (chosen[i].count() > 1) {
        counts[dimensions] = chosen[i].count();
        steps[dimensions++] = strides[i];
      }
    }
    RankSet ranks =
        RankSet.ofSections(
            List.of(
                new RankSet.Section(
                    start, Arrays.copyOf(counts, dimensions), Arrays.copyOf(steps, dimensions))));
    blocks.add(new Block(ranks, chosen.clone()));
  }

  private List<Run> runs(int axis, long points) {
    List<Run> runs = new ArrayList<>();
    int extent = extents[axis];
    int stride = strides[axis];
    // Distances count modulo the number of ranks: the slowest axis wraps around by itself.
    int wrap = axis == 0 ? stride : (1 - extent) * stride;
    boolean wraps = periodic && extent > 1;
    for (int at = 0; at < extent; at++) {
      Integer low = at > 0 ? Integer.valueOf(-stride) : wraps ? Integer.valueOf(-wrap) : null;
      Integer high =
          at < extent - 1 ? Integer.valueOf(stride) : wraps ? Integer.valueOf(wrap) : null;
      long own = part(points, extent, at);
      Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
      if (last != null && last.continues(low, high, own)) {
        runs.set(runs.size() - 1, new Run(last.first(), last.count() + 1, low, high, own));
      } else {
        runs.add(new Run(at, 1, low, high, own));
      }
    }
    return runs;
  }

  /**
   * The grid whose largest extent is the least, then whose second largest is, and so on, in
   * descending order, as MPI_Dims_create is meant to choose.
   */
  static int[] balanced(int ranks, int dimensions) {
    int[] best = new int[dimensions];
    Arrays.fill(best, Integer.MAX_VALUE);
    search(ranks, new int[dimensions], 0, best);
    return best;
  }

  private static void search(int rest, int[] chosen, int axis, int[] best) {
    int left = chosen.length - axis;
    int most = axis == 0 ? rest : Math.min(rest, chosen[axis - 1]);
    if (left == 1) {
      if (rest <= most) {
        chosen[axis] = rest;
        if (Arrays.compare(chosen, best) < 0) {
          System.arraycopy(chosen, 0, best, 0, best.length);
        }
      }
      return;
    }
    // From the largest divisor that balance allows upwards: the first that fits is the best one.
    for (int extent = Math.max(1, (int) Math.floor(Math.pow(rest, 1.0 / left) - 1e-6));
        extent <= Math.min(most, best[axis]);
        extent++) {
      if (rest % extent == 0) {
        chosen[axis] = extent;
        search(rest / extent, chosen, axis + 1, best);
      }
    }
  }
}
