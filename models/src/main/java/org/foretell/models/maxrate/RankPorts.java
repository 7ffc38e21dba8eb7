package org.foretell.models.maxrate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.foretell.machine.InterfaceFigures.Binding;
import org.foretell.machine.Placement;

/**
 * Which interfaces the ranks use. Those of nodes that hold ranks are numbered from 0, node by node
 * in the order of the nodes' lowest ranks; after them comes the memory of each of these nodes.
 */
final class RankPorts {
  private final int interfaces;
  private final int nodes;
  private final int[] own;
  private final int[] first;
  private final int[] count;
  private final int[] node;
  private final int[] sharers;
  private final int[] ranksOfNode;

  RankPorts(Placement placement, Binding binding, IntUnaryOperator nicsOfNode) {
    int ranks = placement.ranks();
    own = new int[ranks];
    first = new int[ranks];
    count = new int[ranks];
    node = new int[ranks];
    ranksOfNode = new int[ranks];
    Map<Integer, List<Integer>> byNode = new LinkedHashMap<>();
    for (int rank = 0; rank < ranks; rank++) {
      byNode.computeIfAbsent(placement.node(rank), n -> new ArrayList<>()).add(rank);
    }
    int next = 0;
    int number = 0;
    for (Map.Entry<Integer, List<Integer>> entry : byNode.entrySet()) {
      List<Integer> members = entry.getValue();
      int size = members.size();
      int nics = nicsOfNode.applyAsInt(entry.getKey());
      for (int index = 0; index < size; index++) {
        int rank = members.get(index);
        int nic = binding == Binding.BLOCK ? (int) ((long) index * nics / size) : index % nics;
        own[rank] = next + nic;
        first[rank] = next;
        count[rank] = nics;
        node[rank] = number;
        ranksOfNode[rank] = size;
      }
      next += nics;
      number++;
    }
    interfaces = next;
    nodes = number;
    sharers = new int[next];
    for (int port : own) {
      sharers[port]++;
    }
  }

  /** The number of ports. */
  int ports() {
    return interfaces + nodes;
  }

  /** The interface to which a rank is bound. */
  int own(int rank) {
    return own[rank];
  }

  /** The first interface of a rank's node. */
  int first(int rank) {
    return first[rank];
  }

  /** The interfaces of a rank's node. */
  int count(int rank) {
    return count[rank];
  }

  /** The memory of a rank's node. */
  int memory(int rank) {
    return interfaces + node[rank];
  }

  /** The ranks that are bound to the interface of a rank. */
  int sharers(int rank) {
    return sharers[own[rank]];
  }

  /** The ranks of a rank's node. */
  int ranksOfNode(int rank) {
    return ranksOfNode[rank];
  }
}
