package org.foretell.machine;

import java.util.Arrays;

/** The default placement of ranks on a machine, as in Dimemas. */
public sealed interface RankMapping {
  /**
   * {@return the node of each rank}
   *
   * @param cpus CPUs of each node, in the order of the machine's nodes
   * @param ranks number of ranks to place
   * @throws PlacementException if there are too few places
   */
  int[] nodeOfRank(int[] cpus, int ranks);

  /** {@return two or three words, for the report} */
  String description();

  /** Fills each node up to its CPUs; the remaining ranks all go to the last node. */
  record FillNodes() implements RankMapping {
    @Override
    public int[] nodeOfRank(int[] cpus, int ranks) {
      return fill(cpus, ranks, Integer.MAX_VALUE, cpus.length - 1);
    }

    @Override
    public String description() {
      return "fill nodes";
    }
  }

  /**
   * The same number on each node, but at most its number of CPUs.
   *
   * @param ranksPerNode at least 1
   */
  record PerNode(int ranksPerNode) implements RankMapping {
    /** Checks the range. */
    public PerNode {
      if (ranksPerNode < 1) {
        throw new IllegalArgumentException("a node must get at least one rank");
      }
    }

    @Override
    public int[] nodeOfRank(int[] cpus, int ranks) {
      return fill(cpus, ranks, ranksPerNode, -1);
    }

    @Override
    public String description() {
      return ranksPerNode + " per node";
    }
  }

  /** One rank on each node in turn, starting over after the last node. */
  record Interleaved() implements RankMapping {
    @Override
    public int[] nodeOfRank(int[] cpus, int ranks) {
      int[] nodes = new int[ranks];
      Arrays.setAll(nodes, rank -> rank % cpus.length);
      return nodes;
    }

    @Override
    public String description() {
      return "interleaved";
    }
  }

  /**
   * An explicit list of nodes.
   *
   * @param nodes node of each rank; not changed after construction
   */
  record Listed(int[] nodes) implements RankMapping {
    @Override
    public int[] nodeOfRank(int[] cpus, int ranks) {
      if (nodes.length != ranks) {
        throw new PlacementException(
            "the machine maps %d ranks, but the trace has %d; choose a placement (in sim: --placement)"
                .formatted(nodes.length, ranks));
      }
      for (int rank = 0; rank < ranks; rank++) {
        if (nodes[rank] < 0 || nodes[rank] >= cpus.length) {
          throw new PlacementException(
              "the machine maps rank %d to node %d, but its nodes are 0 to %d"
                  .formatted(rank, nodes[rank], cpus.length - 1));
        }
      }
      return nodes.clone();
    }

    @Override
    public String description() {
      return "listed";
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Listed that && Arrays.equals(nodes, that.nodes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(nodes);
    }

    @Override
    public String toString() {
      return "listed nodes of " + nodes.length + " ranks";
    }
  }

  private static int[] fill(int[] cpus, int ranks, int mostPerNode, int nodeForTheRest) {
    int[] nodes = new int[ranks];
    int placed = 0;
    for (int node = 0; node < cpus.length && placed < ranks; node++) {
      int end = (int) Math.min(ranks, placed + (long) Math.min(cpus[node], mostPerNode));
      Arrays.fill(nodes, placed, end, node);
      placed = end;
    }
    if (placed < ranks && nodeForTheRest < 0) {
      throw new PlacementException(
          "the machine takes %d ranks with %d per node, but the trace has %d; choose a placement (in sim: --placement)"
              .formatted(placed, mostPerNode, ranks));
    }
    Arrays.fill(nodes, placed, ranks, nodeForTheRest);
    return nodes;
  }
}
