package org.foretell.generators.synthetic;

import java.util.List;

/**
 * Steps of explicit hydrodynamics with three exchanges and an allreduce, as in LULESH: forces of
 * nodes with all 26 neighbours, positions and velocities of nodes towards lower ranks, and
 * gradients of elements with the 6 faces.
 */
final class Lulesh implements Pattern {
  private static final int RECEIVE = 0;
  private static final int SEND = 1;
  private static final int WAIT = 2;
  private static final int FORCES = 3;
  private static final int GRADIENTS = 4;
  private static final int MATERIALS = 5;
  private static final int TIME_STEP = 6;

  private static final int FORCE_FIELDS = 3;
  private static final int POSITION_FIELDS = 6;
  private static final int GRADIENT_FIELDS = 3;
  private static final int FACES = 6;

  private final Grid grid;
  private final long[] perRank;
  private final long pointBytes;
  private final long steps;
  private final Work work;
  private final Stencil stencil = new Stencil(3, 3);

  private Lulesh(Settings settings) {
    grid = settings.grid(3, false);
    perRank = settings.extents(SyntheticOption.POINTS_PER_RANK, 3);
    Limits.product(perRank[0], perRank[1], perRank[2], settings.ranks());
    pointBytes = settings.bytes(SyntheticOption.POINT_BYTES);
    steps = settings.steps();
    work = settings.workPerPoint();
  }

  static Lulesh of(Settings settings) {
    return new Lulesh(settings);
  }

  @Override
  public String shape() {
    return grid + " ranks, " + Grid.text(perRank) + " elements each";
  }

  @Override
  public List<String> callSites() {
    return List.of("receive", "send", "wait", "forces", "gradients", "materials", "time step");
  }

  @Override
  public void write(Emitter out) {
    long[] points = {
      perRank[0] * grid.extent(0), perRank[1] * grid.extent(1), perRank[2] * grid.extent(2)
    };
    for (Grid.Block block : grid.blocks(points)) {
      out.program(block.ranks(), () -> out.repeat(steps, () -> step(out, block)));
    }
  }

  private void step(Emitter out, Grid.Block block) {
    long elements = block.volume();
    long[] nodes = {perRank[0] + 1, perRank[1] + 1, perRank[2] + 1};
    out.compute(work.of(elements, 1, 2), FORCES);
    exchange(out, block, stencil.size(), true, nodes, FORCE_FIELDS);
    exchange(out, block, stencil.size(), false, nodes, POSITION_FIELDS);
    out.compute(work.of(elements, 1, 4), GRADIENTS);
    exchange(out, block, FACES, true, perRank, GRADIENT_FIELDS);
    out.compute(work.of(elements, 1, 4), MATERIALS);
    out.allreduces(1, TIME_STEP);
  }

  /** Messages in both directions, or to lower ranks only. */
  private void exchange(
      Emitter out,
      Grid.Block block,
      int directions,
      boolean bothWays,
      long[] extents,
      long fields) {
    long each = Limits.product(fields, pointBytes);
    int requests = 0;
    for (boolean receives : new boolean[] {true, false}) {
      for (int i = 0; i < directions; i++) {
        Integer distance = block.distance(stencil.direction(i));
        if (distance == null || (!bothWays && receives == (distance < 0))) {
          continue;
        }
        long bytes = stencil.bytes(i, extents, 1, each);
        if (receives) {
          out.irecv(distance, i ^ 1, bytes, requests++, RECEIVE);
        } else {
          out.isend(distance, i, bytes, requests++, SEND);
        }
      }
    }
    out.waitall(requests, WAIT);
  }
}
