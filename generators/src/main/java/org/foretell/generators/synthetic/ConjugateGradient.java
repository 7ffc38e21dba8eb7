package org.foretell.generators.synthetic;

import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.Values;

/**
 * Iterations of conjugate gradients with a multigrid preconditioner, as in HPCG: all rows have 27
 * entries, so computation of a point is 54 flops in a product, twice that in a sweep of
 * Gauss-Seidel there and back, and 2 in a product or sum of vectors.
 */
final class ConjugateGradient implements Pattern {
  private static final int RECEIVE = 0;
  private static final int SEND = 1;
  private static final int WAIT = 2;
  private static final int SMOOTH = 3;
  private static final int PRODUCT = 4;
  private static final int VECTORS = 5;
  private static final int DOT = 6;

  private static final int TAG = 99;
  private static final int FLOPS_OF_PRODUCT = 54;
  private static final int FLOPS_OF_VECTORS = 2;

  private final Grid grid;
  private final long[] perRank;
  private final int levels;
  private final long pointBytes;
  private final long steps;
  private final Work work;
  private final Stencil stencil = new Stencil(3, 3);

  private ConjugateGradient(Settings settings) {
    grid = settings.grid(3, false);
    perRank = settings.extents(SyntheticOption.POINTS_PER_RANK, 3);
    levels = (int) settings.count(SyntheticOption.LEVELS, 1, 30);
    long divisor = 1L << (levels - 1);
    for (long points : perRank) {
      if (points % divisor != 0) {
        throw Limits.bad(
            "--points-per-rank: "
                + Grid.text(perRank)
                + " cannot be halved for "
                + levels
                + " levels; give multiples of "
                + divisor
                + ", or fewer --levels");
      }
    }
    Limits.product(perRank[0], perRank[1], perRank[2], settings.ranks());
    pointBytes = settings.bytes(SyntheticOption.POINT_BYTES);
    steps = settings.steps();
    work = settings.workPerPoint();
  }

  static ConjugateGradient of(Settings settings) {
    return new ConjugateGradient(settings);
  }

  @Override
  public String shape() {
    return grid + " ranks, " + Grid.text(perRank) + " points each";
  }

  @Override
  public List<String> callSites() {
    return List.of("receive", "send", "wait", "smooth", "product", "vectors", "dot product");
  }

  @Override
  public void write(Emitter out) {
    long[] points = {
      perRank[0] * grid.extent(0), perRank[1] * grid.extent(1), perRank[2] * grid.extent(2)
    };
    for (Grid.Block block : grid.blocks(points)) {
      out.program(block.ranks(), () -> out.repeat(steps, () -> iteration(out, block)));
    }
  }

  private void iteration(Emitter out, Grid.Block block) {
    cycle(out, block, 0);
    vectors(out, true); // r z
    vectors(out, false); // p = z + beta p
    exchange(out, block, 0);
    out.compute(work.of(volume(0)), PRODUCT);
    vectors(out, true); // p A p
    out.repeat(2, () -> vectors(out, false)); // x, r
    vectors(out, true); // r r
  }

  /** From the finest level down to the coarsest one, and back. */
  private void cycle(Emitter out, Grid.Block block, int level) {
    smooth(out, block, level);
    if (level == levels - 1) {
      return;
    }
    exchange(out, block, level);
    out.compute(work.of(volume(level)), PRODUCT);
    cycle(out, block, level + 1);
    smooth(out, block, level);
  }

  private void smooth(Emitter out, Grid.Block block, int level) {
    exchange(out, block, level);
    out.compute(work.of(volume(level), 2, 1), SMOOTH);
  }

  private void vectors(Emitter out, boolean dot) {
    out.compute(work.of(volume(0), FLOPS_OF_VECTORS, FLOPS_OF_PRODUCT), VECTORS);
    if (dot) {
      out.allreduces(1, DOT);
    }
  }

  private long[] points(int level) {
    return new long[] {perRank[0] >> level, perRank[1] >> level, perRank[2] >> level};
  }

  private long volume(int level) {
    return Limits.product(points(level));
  }

  private void exchange(Emitter out, Grid.Block block, int level) {
    int requests = 0;
    for (boolean receives : new boolean[] {true, false}) {
      for (int i = 0; i < stencil.size(); i++) {
        Integer distance = block.distance(stencil.direction(i));
        if (distance != null) {
          long bytes = stencil.bytes(i, points(level), 1, pointBytes);
          if (receives) {
            out.irecv(distance, TAG, bytes, requests++, RECEIVE);
          } else {
            out.send(OpCode.SEND, new Values.Constant(distance), true, TAG, bytes, SEND);
          }
        }
      }
    }
    out.waitall(requests, WAIT);
  }
}
