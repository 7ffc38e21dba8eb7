package org.foretell.energy;

import java.util.BitSet;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;

/**
 * The nodes of each group that have a rank, and these ranks.
 *
 * @param nodes by group
 * @param ranks by group
 * @param groupOfRank by rank
 */
record UsedNodes(int[] nodes, int[] ranks, int[] groupOfRank) {
  static UsedNodes of(Machine machine, Placement placement) {
    int groups = machine.groups().size();
    int[] groupOfNode = new int[machine.nodes()];
    int node = 0;
    for (int index = 0; index < groups; index++) {
      NodeGroup group = machine.groups().get(index);
      for (int each = 0; each < group.nodes(); each++) {
        groupOfNode[node++] = index;
      }
    }
    UsedNodes used = new UsedNodes(new int[groups], new int[groups], new int[placement.ranks()]);
    BitSet seen = new BitSet();
    for (int rank = 0; rank < placement.ranks(); rank++) {
      int place = placement.node(rank);
      int group = groupOfNode[place];
      used.groupOfRank[rank] = group;
      used.ranks[group]++;
      if (!seen.get(place)) {
        seen.set(place);
        used.nodes[group]++;
      }
    }
    return used;
  }

  int nodes(int group) {
    return nodes[group];
  }

  int ranks(int group) {
    return ranks[group];
  }
}
