package org.foretell.model;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The nodes of a communicator, and which members share them. Nodes are counted from 0 in the order
 * of their lowest members; the lowest member of a node is its leader. Immutable; all lookups take
 * constant time.
 */
public final class CommunicatorNodes {
  /** Node of each member. */
  private final int[] nodeOf;

  /** Members, node by node, those of a node in ascending order. */
  private final int[] members;

  /** Where the members of each node begin, and where the last ones end. */
  private final int[] first;

  /** Place of each member in {@link #members}. */
  private final int[] place;

  /**
   * Takes time linear in the members.
   *
   * @param participants number of members, at least 1
   * @param node any number that is equal for members on the same node
   */
  public CommunicatorNodes(int participants, IntUnaryOperator node) {
    nodeOf = new int[participants];
    Map<Integer, Integer> known = new HashMap<>();
    for (int member = 0; member < participants; member++) {
      Integer number = known.putIfAbsent(node.applyAsInt(member), known.size());
      nodeOf[member] = number == null ? known.size() - 1 : number;
    }
    first = new int[known.size() + 1];
    for (int number : nodeOf) {
      first[number + 1]++;
    }
    for (int number = 0; number < known.size(); number++) {
      first[number + 1] += first[number];
    }
    int[] next = first.clone();
    members = new int[participants];
    place = new int[participants];
    for (int member = 0; member < participants; member++) {
      place[member] = next[nodeOf[member]]++;
      members[place[member]] = member;
    }
  }

  /** {@return the number of nodes that hold members} */
  public int count() {
    return first.length - 1;
  }

  /**
   * {@return the node of a member}
   *
   * @param member 0 to the number of members less 1
   */
  public int of(int member) {
    return nodeOf[member];
  }

  /**
   * {@return the number of members on a node}
   *
   * @param node number of a node among those that hold members, from 0
   */
  public int size(int node) {
    return first[node + 1] - first[node];
  }

  /**
   * {@return a member of a node, its leader for index 0}
   *
   * @param node number of a node among those that hold members, from 0
   * @param index 0 to {@code size(node) - 1}
   */
  public int member(int node, int index) {
    return members[first[node] + index];
  }

  /**
   * {@return the index of a member among the members of its node, 0 for the leader}
   *
   * @param member 0 to the number of members less 1
   */
  public int index(int member) {
    return place[member] - first[nodeOf[member]];
  }
}
