package org.foretell.generators.synthetic;

import java.util.ArrayList;
import java.util.List;

/**
 * Directions to the neighbours in a grid. Opposite ones follow each other, so that the opposite of
 * number {@code i} is {@code i ^ 1}: the tag of a message is its direction.
 */
final class Stencil {
  private final List<int[]> directions = new ArrayList<>();

  /**
   * Chooses directions.
   *
   * @param dimensions of the grid
   * @param reach in how many coordinates a neighbour may differ
   */
  Stencil(int dimensions, int reach) {
    for (int differing = 1; differing <= Math.min(reach, dimensions); differing++) {
      add(new int[dimensions], dimensions - 1, differing, true);
    }
  }

  /** Adds directions whose fastest difference is downwards, each with its opposite. */
  private void add(int[] direction, int axis, int differing, boolean first) {
    if (differing == 0) {
      int[] opposite = new int[direction.length];
      for (int i = 0; i < opposite.length; i++) {
        opposite[i] = -direction[i];
      }
      directions.add(direction.clone());
      directions.add(opposite);
      return;
    }
    if (axis < 0) {
      return;
    }
    for (int step = -1; step <= (first ? -1 : 1); step += 2) {
      direction[axis] = step;
      add(direction, axis - 1, differing - 1, false);
    }
    direction[axis] = 0;
    add(direction, axis - 1, differing, first);
  }

  int size() {
    return directions.size();
  }

  int[] direction(int index) {
    return directions.get(index);
  }

  /**
   * Bytes that a rank exchanges with the neighbour in a direction.
   *
   * @param points of the rank in each axis
   * @param width layers of points
   * @param pointBytes of each point
   */
  long bytes(int index, long[] points, long width, long pointBytes) {
    long bytes = pointBytes;
    int[] direction = directions.get(index);
    for (int axis = 0; axis < direction.length; axis++) {
      bytes = Limits.product(bytes, direction[axis] == 0 ? points[axis] : width);
    }
    return bytes;
  }
}
