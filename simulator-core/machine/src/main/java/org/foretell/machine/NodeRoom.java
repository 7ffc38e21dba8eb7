package org.foretell.machine;

import java.util.OptionalInt;

/** How many ranks each of the first nodes of a machine holds: the fewest nodes that hold all. */
final class NodeRoom {
  private final int nodes;
  private final int[] coresOfNode;
  private final int[] ranksOfNode;
  private final OptionalInt ranksPerNode;

  private NodeRoom(int nodes, int[] coresOfNode, int[] ranksOfNode, OptionalInt ranksPerNode) {
    this.nodes = nodes;
    this.coresOfNode = coresOfNode;
    this.ranksOfNode = ranksOfNode;
    this.ranksPerNode = ranksPerNode;
  }

  static NodeRoom of(
      Machine machine, int ranks, OptionalInt ranksPerNode, Oversubscription oversubscription) {
    if (ranks < 1) {
      throw new IllegalArgumentException("number of ranks must be at least 1, but is " + ranks);
    }
    if (ranksPerNode.isPresent() && ranksPerNode.getAsInt() < 1) {
      throw new PlacementException(
          "ranks per node must be at least 1, but is " + ranksPerNode.getAsInt());
    }
    int ranksPerCore = ranksPerCore(machine, ranks, ranksPerNode, oversubscription);
    // A node holds at least one rank, so no more nodes than ranks are ever looked at.
    int most = Math.min(machine.nodes(), ranks);
    int[] coresOfNode = new int[most];
    int[] ranksOfNode = new int[most];
    int node = 0;
    for (long placed = 0; placed < ranks; node++) {
      int cores = machine.groupOf(node).coresPerNode();
      coresOfNode[node] = cores;
      ranksOfNode[node] =
          ranksPerNode.orElse((int) Math.min(Integer.MAX_VALUE, (long) cores * ranksPerCore));
      if (oversubscription == Oversubscription.REFUSE
          && Math.min(ranksOfNode[node], ranks) > cores) {
        throw new PlacementException(
            "%d ranks per node are more than the %d cores of node %d of machine %s; ask for fewer, or set oversubscription to share or ignore (in sim: --oversubscribe share|ignore)"
                .formatted(ranksOfNode[node], cores, node, machine.name()));
      }
      placed += ranksOfNode[node];
    }
    return new NodeRoom(node, coresOfNode, ranksOfNode, ranksPerNode);
  }

  /** Refuses ranks that do not fit; otherwise the default number of ranks that a core must hold. */
  private static int ranksPerCore(
      Machine machine, int ranks, OptionalInt ranksPerNode, Oversubscription oversubscription) {
    long cores = machine.cores();
    if (ranks > cores && oversubscription == Oversubscription.REFUSE) {
      throw new PlacementException(
          "%d ranks are more than the %d cores of machine %s; choose a larger machine, or set oversubscription to share or ignore (in sim: --oversubscribe share|ignore)"
              .formatted(ranks, cores, machine.name()));
    }
    if (ranksPerNode.isPresent() && (long) machine.nodes() * ranksPerNode.getAsInt() < ranks) {
      throw new PlacementException(
          "%d ranks at %d per node need %d nodes, but machine %s has %d; ask for at least %d per node"
              .formatted(
                  ranks,
                  ranksPerNode.getAsInt(),
                  ceilDivide(ranks, ranksPerNode.getAsInt()),
                  machine.name(),
                  machine.nodes(),
                  ceilDivide(ranks, machine.nodes())));
    }
    return (int) ceilDivide(ranks, cores);
  }

  private static long ceilDivide(long dividend, long divisor) {
    return (dividend + divisor - 1) / divisor;
  }

  int nodes() {
    return nodes;
  }

  int cores(int node) {
    return coresOfNode[node];
  }

  int ranks(int node) {
    return ranksOfNode[node];
  }

  /** For the report: {@code 6 nodes}, {@code 1 node, at most 4 ranks per node}. */
  String description() {
    String count = nodes == 1 ? "1 node" : nodes + " nodes";
    return ranksPerNode.isPresent()
        ? count + ", at most " + ranksPerNode.getAsInt() + " ranks per node"
        : count;
  }
}
