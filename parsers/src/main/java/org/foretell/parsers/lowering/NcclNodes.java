package org.foretell.parsers.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The members of a collective by the nodes that they are in, and the rings and trees through these.
 * Within a node a tree is a chain, and between nodes two binary trees in each of which every node
 * but the root has a parent (P. Sanders, J. Speck, J. L. Träff, Two-tree algorithms for full
 * bandwidth broadcast, reduction and scan, 2009); the inner nodes of one are leaves of the other.
 */
final class NcclNodes {
  /** No member, or no node. */
  static final int NOBODY = -1;

  private final int own;
  private final int[] nodeOf;
  private final List<IntArrayList> membersOf = new ArrayList<>();

  private NcclNodes(int own, int members, int gpus, MemberTasks tasks) {
    this.own = own;
    nodeOf = new int[members];
    Map<Integer, Integer> known = new LinkedHashMap<>();
    for (int member = 0; member < members; member++) {
      int node = known.computeIfAbsent(tasks.rank(member) / gpus, place -> known.size());
      if (node == membersOf.size()) {
        membersOf.add(new IntArrayList());
      }
      nodeOf[member] = node;
      membersOf.get(node).add(member);
    }
  }

  /** The nodes of all members, seen by one of them. */
  static NcclNodes of(CollectiveCall call, int gpus, MemberTasks tasks) {
    return new NcclNodes(call.member(), call.members(), gpus, tasks);
  }

  /** How many nodes there are. */
  int count() {
    return membersOf.size();
  }

  /** Whether a member is in the node of this one. */
  boolean isNeighbour(int member) {
    return nodeOf[member] == nodeOf[own];
  }

  /** The members in the order of a ring, which enters each node at another GPU on each channel. */
  int[] ring(int channel) {
    int[] order = new int[nodeOf.length];
    int next = 0;
    for (IntArrayList members : membersOf) {
      for (int i = 0; i < members.size(); i++) {
        order[next++] = members.getInt((i + channel) % members.size());
      }
    }
    return order;
  }

  /** The parent of this member in the tree of a channel, or {@link #NOBODY}. */
  int parent(int channel) {
    IntArrayList members = membersOf.get(nodeOf[own]);
    int place = place(members, channel);
    if (place > 0) {
      return members.getInt((place - 1 + channel) % members.size());
    }
    int parent = parentNode(nodeOf[own], channel);
    return parent == NOBODY ? NOBODY : head(parent, channel);
  }

  /** The children of this member in the tree of a channel. */
  List<Integer> children(int channel) {
    List<Integer> children = new ArrayList<>();
    IntArrayList members = membersOf.get(nodeOf[own]);
    int place = place(members, channel);
    if (place + 1 < members.size()) {
      children.add(members.getInt((place + 1 + channel) % members.size()));
    }
    for (int node = 0; node < count() && place == 0; node++) {
      if (parentNode(node, channel) == nodeOf[own]) {
        children.add(head(node, channel));
      }
    }
    return children;
  }

  /** How far this member is from the head of its node, along the chain. */
  private int place(IntArrayList members, int channel) {
    return Math.floorMod(members.indexOf(own) - channel, members.size());
  }

  private int head(int node, int channel) {
    IntArrayList members = membersOf.get(node);
    return members.getInt(channel % members.size());
  }

  /** Odd channels have the second tree: the first one mirrored, or shifted by an odd number. */
  private int parentNode(int node, int channel) {
    int nodes = count();
    if (channel % 2 == 0) {
      return parentNode(node);
    }
    if (nodes % 2 == 0) {
      int parent = parentNode(nodes - 1 - node);
      return parent == NOBODY ? NOBODY : nodes - 1 - parent;
    }
    int parent = parentNode((node + nodes - 1) % nodes);
    return parent == NOBODY ? NOBODY : (parent + 1) % nodes;
  }

  /** In the binary tree whose order from left to right is that of the numbers, with root 0. */
  private int parentNode(int node) {
    if (node == 0) {
      return NOBODY;
    }
    int level = Integer.lowestOneBit(node);
    int parent = (node - level) | 2 * level;
    return parent < count() ? parent : node - level;
  }
}
