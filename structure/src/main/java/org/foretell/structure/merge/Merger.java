package org.foretell.structure.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.fold.BodyTable;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.RankSet;

/**
 * Shares programs between ranks: first those that are equal, then those of one shape, whose values
 * differ by rank.
 */
public final class Merger {
  private static final int UNKNOWN = -1;

  private final OpTable ops;
  private final BodyTable bodies;
  private final int ranksOfTrace;
  private final BodyTable shapes = new BodyTable();
  private final Map<Long, Found> equal = new LinkedHashMap<>();
  private final List<SharedProgram> programs = new ArrayList<>();
  private int[] shapeOfBody = {};

  /** Ranks whose programs are equal so far. */
  private record Found(int body, boolean leavesBurstsOut, List<int[]> ranks) {}

  /** Nothing is merged yet. */
  public Merger(OpTable ops, BodyTable bodies, int ranksOfTrace) {
    this.ranksOfTrace = ranksOfTrace;
    this.ops = ops;
    this.bodies = bodies;
  }

  /**
   * Adds a program.
   *
   * @param body of the whole program
   * @param hasSpecials whether it has to be taken over as it is
   * @param leavesBurstsOut whether any op may have a burst before it
   */
  public void add(RankSet ranks, int body, boolean hasSpecials, boolean leavesBurstsOut) {
    if (hasSpecials) {
      RankClass only = new RankClass(ranks.toArray(), body, true, leavesBurstsOut);
      programs.add(SharedProgram.of(only, ranks, bodies, ops));
      return;
    }
    equal
        .computeIfAbsent(
            2L * body + (leavesBurstsOut ? 1 : 0),
            key -> new Found(body, leavesBurstsOut, new ArrayList<>()))
        .ranks()
        .add(ranks.toArray());
  }

  /** All programs, in the order of their first ranks. */
  public List<SharedProgram> merge() {
    Map<Long, List<RankClass>> byShape = new LinkedHashMap<>();
    for (Found found : equal.values()) {
      int[] ranks = found.ranks().stream().flatMapToInt(Arrays::stream).sorted().toArray();
      RankClass rankClass = new RankClass(ranks, found.body(), false, found.leavesBurstsOut());
      long key = 2L * shape(found.body()) + (found.leavesBurstsOut() ? 1 : 0);
      byShape.computeIfAbsent(key, k -> new ArrayList<>()).add(rankClass);
    }
    List<SharedProgram> shaped = new ArrayList<>();
    byShape.values().forEach(classes -> shaped.add(SharedProgram.of(classes, bodies, ops)));
    shaped.sort((a, b) -> Integer.compare(first(a), first(b)));
    programs.addAll(new ProgramTree(ops, ranksOfTrace).merge(shaped));
    return List.copyOf(programs);
  }

  /** About how many bytes programs take. */
  public long bytes(List<SharedProgram> some) {
    return some.stream().mapToLong(new ProgramTree(ops, ranksOfTrace)::bytes).sum();
  }

  private static int first(SharedProgram program) {
    return program.ranks().sections().get(0).start();
  }

  /** The number of a body's shape: bodies of one shape differ in values and counts only. */
  private int shape(int body) {
    if (shapeOfBody.length < bodies.size()) {
      shapeOfBody = new int[bodies.size()];
      Arrays.fill(shapeOfBody, UNKNOWN);
    }
    if (shapeOfBody[body] == UNKNOWN) {
      int length = bodies.length(body);
      int[] nodes = new int[length];
      long[] counts = new long[length];
      for (int i = 0; i < length; i++) {
        boolean isOp = bodies.count(body, i) == BodyTable.ONCE;
        nodes[i] = isOp ? ops.shape(bodies.node(body, i)) : shape(bodies.node(body, i));
        counts[i] = isOp ? BodyTable.ONCE : 1;
      }
      shapeOfBody[body] = shapes.number(nodes, counts, 0, length);
    }
    return shapeOfBody[body];
  }
}
