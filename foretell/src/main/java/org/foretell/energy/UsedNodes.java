package org.foretell.energy;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
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
    int ranks = placement.ranks();
    Int2IntOpenHashMap ranksOfNode = new Int2IntOpenHashMap();
    for (int rank = 0; rank < ranks; rank++) {
      ranksOfNode.addTo(placement.node(rank), 1);
    }
    UsedNodes used = new UsedNodes(new int[groups], new int[ranks], new double[ranks]);
    ranksOfNode.keySet().forEach(node -> used.nodes[machine.groupIndexOf(node)]++);
    for (int rank = 0; rank < ranks; rank++) {
      int node = placement.node(rank);
      int group = machine.groupIndexOf(node);
      NodeGroup of = machine.groups().get(group);
      int others = ranksOfNode.get(node);
      used.groupOfRank[rank] = group;
      used.coresOfRank[rank] =
          (double) Math.min(of.coresPerNode(), (long) others * coresPerRank) / others;
    }
    return used;
  }
}
