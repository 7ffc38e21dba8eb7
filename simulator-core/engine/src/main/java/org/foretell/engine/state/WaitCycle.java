package org.foretell.engine.state;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ranks that wait for each other in a circle. */
public final class WaitCycle {
  private WaitCycle() {}

  /**
   * The first circle that a search from the lowest rank finds, each rank waiting for the next;
   * empty when there is none.
   *
   * @param peers by rank whom it waits for, null for one that does not wait
   */
  public static List<Integer> among(@Nullable IntArrayList[] peers) {
    int[] next = new int[peers.length];
    IntArrayList path = new IntArrayList();
    int[] depthOf = new int[peers.length];
    Arrays.fill(depthOf, -1);
    for (int start = 0; start < peers.length; start++) {
      if (peers[start] != null && depthOf[start] < 0 && next[start] == 0) {
        path.push(start);
        depthOf[start] = 0;
      }
      while (!path.isEmpty()) {
        int rank = path.topInt();
        IntArrayList of = peers[rank];
        if (of == null || next[rank] == of.size()) {
          depthOf[rank] = -1;
          next[rank] = Integer.MAX_VALUE;
          path.popInt();
          continue;
        }
        int peer = of.getInt(next[rank]++);
        if (peers[peer] == null || next[peer] == Integer.MAX_VALUE) {
          continue;
        }
        if (depthOf[peer] >= 0) {
          return List.copyOf(path.subList(depthOf[peer], path.size()));
        }
        depthOf[peer] = path.size();
        path.push(peer);
      }
    }
    return List.of();
  }
}
