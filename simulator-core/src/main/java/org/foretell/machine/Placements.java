package org.foretell.machine;

/** The placement policies. */
public final class Placements {
  private Placements() {}

  /** A node for each rank, for models that need no machine. */
  public static Placement oneRankPerNode(int ranks) {
    int[] nodes = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodes[rank] = rank;
    }
    return new Placement("one rank per node", nodes, new int[ranks]);
  }
}
