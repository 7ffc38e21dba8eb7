package org.foretell.generators.synthetic;

import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.Values;

/** Wavefronts from all corners of a grid of two dimensions, with blocks of planes and angles. */
final class Sweep implements Pattern {
  private static final int RECEIVE = 0;
  private static final int COMPUTE = 1;
  private static final int SEND = 2;
  private static final int ALLREDUCE = 3;

  /** The corners in turn: the direction of the sweep in both axes. Each has two octants. */
  private static final int[][] CORNERS = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};

  private static final int OCTANTS_PER_CORNER = 2;

  private final Grid grid;
  private final long[] points;
  private final long angles;
  private final long angleBlock;
  private final long planeBlock;
  private final long pointBytes;
  private final long steps;
  private final long allreduces;
  private final Work work;

  private Sweep(Settings settings) {
    grid = settings.grid(2, false);
    points = settings.points(grid.extent(0), grid.extent(1), 1);
    angles = settings.count(SyntheticOption.ANGLES, 1, 1_000_000);
    angleBlock = Math.min(angles, settings.count(SyntheticOption.ANGLE_BLOCK, 1, 1_000_000));
    planeBlock = Math.min(points[2], settings.count(SyntheticOption.PLANE_BLOCK, 1, 1_000_000));
    pointBytes =
        Limits.product(
            settings.bytes(SyntheticOption.POINT_BYTES),
            settings.count(SyntheticOption.FIELDS, 1, 1_000_000));
    steps = settings.steps();
    allreduces = settings.count(SyntheticOption.ALLREDUCES, 0, 1_000_000);
    work = settings.workPerPoint();
  }

  static Sweep of(Settings settings) {
    return new Sweep(settings);
  }

  @Override
  public String shape() {
    return grid
        + " ranks, "
        + Grid.text(points)
        + " points, "
        + (angles + angleBlock - 1) / angleBlock
        + " blocks of angles, "
        + (points[2] + planeBlock - 1) / planeBlock
        + " of planes";
  }

  @Override
  public List<String> callSites() {
    return List.of("receive", "compute", "send", "allreduce");
  }

  @Override
  public void write(Emitter out) {
    for (Grid.Block block : grid.blocks(points)) {
      out.program(block.ranks(), () -> out.repeat(steps, () -> step(out, block)));
    }
  }

  private void step(Emitter out, Grid.Block block) {
    for (int[] corner : CORNERS) {
      out.repeat(OCTANTS_PER_CORNER, () -> octant(out, block, corner));
    }
    out.allreduces(allreduces, ALLREDUCE);
  }

  private void octant(Emitter out, Grid.Block block, int[] corner) {
    out.repeat(angles / angleBlock, () -> planes(out, block, corner, angleBlock));
    out.repeat(
        angles % angleBlock == 0 ? 0 : 1, () -> planes(out, block, corner, angles % angleBlock));
  }

  private void planes(Emitter out, Grid.Block block, int[] corner, long angleCount) {
    long rest = points[2] % planeBlock;
    out.repeat(points[2] / planeBlock, () -> cell(out, block, corner, angleCount, planeBlock));
    out.repeat(rest == 0 ? 0 : 1, () -> cell(out, block, corner, angleCount, rest));
  }

  private void cell(Emitter out, Grid.Block block, int[] corner, long angleCount, long planes) {
    for (int axis = 1; axis >= 0; axis--) {
      int[] back = new int[2];
      back[axis] = -corner[axis];
      Integer distance = block.distance(back);
      if (distance != null) {
        out.recv(
            new Values.Constant(distance),
            true,
            axis,
            bytes(block, axis, angleCount, planes),
            RECEIVE);
      }
    }
    long cells = Limits.product(block.points(0), block.points(1), planes, angleCount);
    out.compute(work.of(cells), COMPUTE);
    for (int axis = 1; axis >= 0; axis--) {
      int[] onward = new int[2];
      onward[axis] = corner[axis];
      Integer distance = block.distance(onward);
      if (distance != null) {
        out.send(
            OpCode.SEND,
            new Values.Constant(distance),
            true,
            axis,
            bytes(block, axis, angleCount, planes),
            SEND);
      }
    }
  }

  private long bytes(Grid.Block block, int axis, long angleCount, long planes) {
    return Limits.product(block.points(1 - axis), planes, angleCount, pointBytes);
  }
}
