package org.foretell.energy;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;

/**
 * The nodes of each group that have a rank, and the cores that ranks keep busy.
 *
 * @param nodes by group
 * @param groupOfRank by rank
 * @param coresOfRank by rank; less than one if ranks share the cores of their node
 */
record UsedNodes(int[] nodes, int[] groupOfRank, double[] coresOfRank) {
  /**
   * The nodes of a placement.
   *
   * @param coresPerRank cores that a rank wants
   */
  static UsedNodes of(Machine machine, Placement placement, int coresPerRank) {
    int groups = machine.groups().size();
    int[] firstNode = new int[groups];
    for (int index = 1; index < groups; index++) {
      firstNode[index] = firstNode[index - 1] + machine.groups().get(index - 1).nodes();
    }
    int ranks = placement.ranks();
    Int2IntOpenHashMap ranksOfNode = new Int2IntOpenHashMap();
    for (int rank = 0; rank < ranks; rank++) {
      ranksOfNode.addTo(placement.node(rank), 1);
    }
    UsedNodes used = new UsedNodes(new int[groups], new int[ranks], new double[ranks]);
    ranksOfNode.keySet().forEach(node -> used.nodes[group(firstNode, node)]++);
    for (int rank = 0; rank < ranks; rank++) {
      int node = placement.node(rank);
      int group = group(firstNode, node);
      NodeGroup of = machine.groups().get(group);
      int others = ranksOfNode.get(node);
      used.groupOfRank[rank] = group;
      used.coresOfRank[rank] =
          (double) Math.min(of.coresPerNode(), (long) others * coresPerRank) / others;
    }
    return used;
  }

  private static int group(int[] firstNode, int node) {
    int found = Arrays.binarySearch(firstNode, node);
    return found >= 0 ? found : -found - 2;
  }
}
