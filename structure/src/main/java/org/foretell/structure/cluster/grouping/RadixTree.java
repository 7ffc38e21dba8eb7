package org.foretell.structure.cluster.grouping;

/** The binary tree over which ranks reduce: the children of node i are 2 i + 1 and 2 i + 2. */
final class RadixTree {
  private RadixTree() {}

  /** What a parent does with what a child has sent. */
  interface Merge {
    void take(int parent, int child);
  }

  /**
   * Visits each pair of parent and child, a node's children before the node is visited as a child.
   * Takes one step for each node.
   */
  static void upwards(int nodes, Merge merge) {
    for (int node = (nodes - 2) / 2; node >= 0 && nodes > 1; node--) {
      for (int child = 2 * node + 1; child <= 2 * node + 2 && child < nodes; child++) {
        merge.take(node, child);
      }
    }
  }
}
