package org.foretell.workload.run;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The nodes that are free. */
final class NodePool {
  private final BitSet free = new BitSet();
  private final @Nullable Random random;

  /**
   * All are free.
   *
   * @param random chooses among the free ones; null for the lowest numbers
   */
  NodePool(int nodes, @Nullable Random random) {
    free.set(0, nodes);
    this.random = random;
  }

  int free() {
    return free.cardinality();
  }

  /** Takes free nodes, in ascending order. */
  List<Integer> take(int count) {
    List<Integer> nodes = new ArrayList<>();
    if (random == null) {
      for (int node = free.nextSetBit(0); nodes.size() < count; node = free.nextSetBit(node + 1)) {
        nodes.add(node);
      }
    } else {
      free.stream().forEach(nodes::add);
      Collections.shuffle(nodes, random);
      nodes = new ArrayList<>(nodes.subList(0, count));
      Collections.sort(nodes);
    }
    nodes.forEach(free::clear);
    return nodes;
  }

  void giveBack(List<Integer> nodes) {
    for (int node : nodes) {
      if (free.get(node)) {
        throw new AssertionError("node " + node + " was free already");
      }
      free.set(node);
    }
  }
}
