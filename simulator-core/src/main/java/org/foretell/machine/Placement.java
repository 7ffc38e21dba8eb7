package org.foretell.machine;

import java.util.Arrays;

/**
 * Which node and core each rank runs on.
 *
 * <p>Immutable. Made by {@link Placements}, which knows the policies, or from explicit arrays.
 */
public final class Placement {
  private final String description;
  private final int[] nodeOfRank;
  private final int[] coreOfRank;

  /**
   * An explicit placement; not checked against a machine here.
   *
   * @param description for the report: policy and settings
   * @param nodeOfRank node of each rank, at least 0
   * @param coreOfRank core within the node of each rank, at least 0
   */
  public Placement(String description, int[] nodeOfRank, int[] coreOfRank) {
    if (nodeOfRank.length != coreOfRank.length || nodeOfRank.length == 0) {
      throw new IllegalArgumentException("a placement needs a node and a core for each rank");
    }
    this.description = description;
    this.nodeOfRank = nodeOfRank.clone();
    this.coreOfRank = coreOfRank.clone();
  }

  /** Policy and settings, for the report. */
  public String description() {
    return description;
  }

  /** Number of ranks. */
  public int ranks() {
    return nodeOfRank.length;
  }

  /** The node of a rank. */
  public int node(int rank) {
    return nodeOfRank[rank];
  }

  /** The core of a rank within its node. */
  public int core(int rank) {
    return coreOfRank[rank];
  }

  /** Whether two ranks share a node. */
  public boolean sameNode(int rank, int otherRank) {
    return nodeOfRank[rank] == nodeOfRank[otherRank];
  }

  /** Number of nodes that hold at least one rank. */
  public int nodesUsed() {
    return (int) Arrays.stream(nodeOfRank).distinct().count();
  }

  /** The node of each rank, a copy. */
  public int[] nodes() {
    return nodeOfRank.clone();
  }

  @Override
  public String toString() {
    return description;
  }
}
