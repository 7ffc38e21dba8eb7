package org.foretell.generators.synthetic;

import java.util.Arrays;
import java.util.List;

/** Exchange with neighbours in a grid, then computation. */
final class Halo implements Pattern {
  private static final int RECEIVE = 0;
  private static final int SEND = 1;
  private static final int WAIT = 2;
  private static final int COMPUTE = 3;
  private static final int ALLREDUCE = 4;

  private final Grid grid;
  private final long[] points;
  private final Stencil stencil;
  private final long width;
  private final long pointBytes;
  private final long steps;
  private final long allreduces;
  private final Work work;

  private Halo(Settings settings, Grid grid, int reach) {
    this.grid = grid;
    int[] split = grid.extents();
    points = settings.points(split);
    stencil = new Stencil(split.length, reach);
    width = settings.count(SyntheticOption.WIDTH, 1, 1_000_000);
    for (int axis = 0; axis < split.length; axis++) {
      if (split[axis] > 1 && points[axis] / split[axis] < width) {
        throw Limits.bad(
            "--width: "
                + width
                + " layers are more than the "
                + points[axis] / split[axis]
                + " points of a rank in axis "
                + (axis + 1));
      }
    }
    pointBytes =
        Limits.product(
            settings.bytes(SyntheticOption.POINT_BYTES),
            settings.count(SyntheticOption.FIELDS, 1, 1_000_000));
    steps = settings.steps();
    allreduces = settings.count(SyntheticOption.ALLREDUCES, 0, 1_000_000);
    work = settings.workPerPoint();
  }

  static Halo of(Settings settings) {
    int dimensions = (int) settings.count(SyntheticOption.DIMENSIONS, 1, 4);
    boolean periodic =
        settings.word(SyntheticOption.BOUNDARY, List.of("periodic", "open")).equals("periodic");
    List<String> kinds = List.of("faces", "edges", "corners");
    int kind = kinds.indexOf(settings.word(SyntheticOption.NEIGHBOURS, kinds));
    return new Halo(
        settings, settings.grid(dimensions, periodic), kind == 2 ? dimensions : kind + 1);
  }

  /** A periodic grid of four dimensions; the last one doubles first, as Grid places ranks. */
  static Halo lattice(Settings settings) {
    return new Halo(settings, settings.grid(4, true, byTurns(settings.ranks())), 1);
  }

  /** Prime factors, the largest first, to the fastest dimensions T, Z, Y and X by turns. */
  static int[] byTurns(int ranks) {
    int[] extents = {1, 1, 1, 1};
    int[] factors = new int[Integer.SIZE];
    int count = 0;
    int rest = ranks;
    for (int factor = 2; factor * (long) factor <= rest; factor++) {
      for (; rest % factor == 0; rest /= factor) {
        factors[count++] = factor;
      }
    }
    if (rest > 1) {
      factors[count++] = rest;
    }
    int axis = 3;
    while (count > 0) {
      extents[axis] *= factors[--count];
      axis = (axis + 3) % 4;
    }
    return extents;
  }

  @Override
  public String shape() {
    return grid + " ranks, " + Grid.text(points) + " points";
  }

  @Override
  public List<String> callSites() {
    return List.of("receive", "send", "wait", "compute", "allreduce");
  }

  @Override
  public void write(Emitter out) {
    for (Grid.Block block : grid.blocks(points)) {
      long[] own = new long[points.length];
      Arrays.setAll(own, block::points);
      out.program(block.ranks(), () -> out.repeat(steps, () -> step(out, block, own)));
    }
  }

  private void step(Emitter out, Grid.Block block, long[] own) {
    int requests = 0;
    for (boolean receives : new boolean[] {true, false}) {
      for (int i = 0; i < stencil.size(); i++) {
        Integer distance = block.distance(stencil.direction(i));
        if (distance != null) {
          long bytes = stencil.bytes(i, own, width, pointBytes);
          if (receives) {
            out.irecv(distance, i ^ 1, bytes, requests++, RECEIVE);
          } else {
            out.isend(distance, i, bytes, requests++, SEND);
          }
        }
      }
    }
    out.waitall(requests, WAIT);
    out.compute(work.of(block.volume()), COMPUTE);
    out.allreduces(allreduces, ALLREDUCE);
  }
}
