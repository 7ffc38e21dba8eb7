package org.foretell.machine;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * The node and core of each rank.
 *
 * <p>Immutable. Created by {@link Placements}, which knows the policies, or from explicit arrays.
 */
public final class Placement {
  private final String description;
  private final int[] nodeOfRank;
  private final int[] coreOfRank;
  private final int[] ranksOnCore;

  /**
   * Creates an explicit placement in which every rank computes as if it had a core of its own; it
   * is not checked against a machine.
   *
   * @param description for the report: policy and settings
   * @param nodeOfRank node of each rank, at least 0
   * @param coreOfRank core within the node of each rank, at least 0
   */
  public Placement(String description, int[] nodeOfRank, int[] coreOfRank) {
    this(description, nodeOfRank, coreOfRank, Oversubscription.IGNORE);
  }

  /**
   * Creates an explicit placement; it is not checked against a machine.
   *
   * @param description for the report: policy and settings
   * @param nodeOfRank node of each rank, at least 0
   * @param coreOfRank core within the node of each rank, at least 0
   * @param oversubscription treatment of ranks on the same core
   * @throws PlacementException if ranks have the same core and that is refused
   */
  public Placement(
      String description, int[] nodeOfRank, int[] coreOfRank, Oversubscription oversubscription) {
    if (nodeOfRank.length != coreOfRank.length || nodeOfRank.length == 0) {
      throw new IllegalArgumentException("a placement needs a node and a core for each rank");
    }
    this.description = description;
    this.nodeOfRank = nodeOfRank.clone();
    this.coreOfRank = coreOfRank.clone();
    this.ranksOnCore =
        oversubscription == Oversubscription.IGNORE
            ? ones(nodeOfRank.length)
            : countRanksOnCores(nodeOfRank, coreOfRank);
    if (oversubscription == Oversubscription.REFUSE) {
      for (int rank = 0; rank < ranksOnCore.length; rank++) {
        if (ranksOnCore[rank] > 1) {
          throw new PlacementException(
              "%d ranks, rank %d among them, have core %d of node %d; give each a core of its own, or set oversubscription to share or ignore (in sim: --oversubscribe share|ignore)"
                  .formatted(ranksOnCore[rank], rank, coreOfRank[rank], nodeOfRank[rank]));
        }
      }
    }
  }

  private static int[] ones(int length) {
    int[] ones = new int[length];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static int[] countRanksOnCores(int[] nodeOfRank, int[] coreOfRank) {
    Long2IntOpenHashMap ranksByCore = new Long2IntOpenHashMap(nodeOfRank.length);
    for (int rank = 0; rank < nodeOfRank.length; rank++) {
      ranksByCore.addTo(coreKey(nodeOfRank[rank], coreOfRank[rank]), 1);
    }
    int[] counts = new int[nodeOfRank.length];
    for (int rank = 0; rank < counts.length; rank++) {
      counts[rank] = ranksByCore.get(coreKey(nodeOfRank[rank], coreOfRank[rank]));
    }
    return counts;
  }

  private static long coreKey(int node, int core) {
    return ((long) node << 32) | core;
  }

  /**
   * {@return the same places with another treatment of ranks on the same core}
   *
   * @param oversubscription treatment of ranks on the same core
   * @throws PlacementException if ranks have the same core and that is refused
   */
  public Placement with(Oversubscription oversubscription) {
    return new Placement(description, nodeOfRank, coreOfRank, oversubscription);
  }

  /** {@return the policy and settings, for the report} */
  public String description() {
    return description;
  }

  /** {@return the number of ranks} */
  public int ranks() {
    return nodeOfRank.length;
  }

  /**
   * {@return the node of a rank}
   *
   * @param rank 0 to {@code ranks() - 1}
   */
  public int node(int rank) {
    return nodeOfRank[rank];
  }

  /**
   * {@return the core of a rank within its node}
   *
   * @param rank 0 to {@code ranks() - 1}
   */
  public int core(int rank) {
    return coreOfRank[rank];
  }

  /**
   * {@return how many ranks, including itself, take turns on the core of a rank: the factor by
   * which its bursts take longer} It is 1 for all ranks unless the placement was created with
   * {@link Oversubscription#SHARE}.
   *
   * @param rank 0 to {@code ranks() - 1}
   */
  public int ranksOnCore(int rank) {
    return ranksOnCore[rank];
  }

  /**
   * {@return whether two ranks share a node}
   *
   * @param rank 0 to {@code ranks() - 1}
   * @param otherRank 0 to {@code ranks() - 1}
   */
  public boolean sameNode(int rank, int otherRank) {
    return nodeOfRank[rank] == nodeOfRank[otherRank];
  }

  /** {@return the number of nodes that hold at least one rank} */
  public int nodesUsed() {
    return (int) Arrays.stream(nodeOfRank).distinct().count();
  }

  /** {@return the node of each rank, a copy} */
  public int[] nodes() {
    return nodeOfRank.clone();
  }

  @Override
  public String toString() {
    return description;
  }
}
