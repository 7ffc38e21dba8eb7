package org.foretell.models.collectives;

import static org.foretell.models.collectives.algorithm.Cost.lgUp;
import static org.foretell.models.collectives.algorithm.Cost.rounds;

import org.foretell.models.collectives.algorithm.Cost;
import org.foretell.trace.OpCode;

/** What node-aware collectives cost on nodes of equally many members. */
final class NodeAwareCosts {
  private NodeAwareCosts() {}

  /**
   * By the formulas of the documentation.
   *
   * @param nodes at least 2
   * @param each members on a node
   * @param bytes the vector, or a block
   */
  static Cost of(OpCode op, int nodes, int each, double bytes) {
    int p = nodes * each;
    double within = each == 1 ? 0 : lgUp(each);
    double between = lgUp(nodes);
    return switch (op) {
      case BARRIER -> new Cost(2 * within + between, 0, 0);
      case BCAST -> rounds(within + between, bytes, false);
      case REDUCE -> rounds(within + between, bytes, true);
      case ALLREDUCE ->
          rounds(within + Cost.lgDown(nodes) + Cost.extra(nodes, 1), bytes, true)
              .plus(rounds(within + Cost.extra(nodes, 1), bytes, false));
      case GATHER, SCATTER -> new Cost(within + between, (p - 1) * bytes, 0);
      case ALLGATHER, ALLGATHERV -> new Cost(2 * within + between, (p - 1 + p * within) * bytes, 0);
      case ALLTOALL ->
          new Cost(
              2 * within + nodes - 1,
              (2.0 * (each - 1) * (p - 1) + (nodes - 1.0) * each * each) * bytes,
              0);
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
          rounds(within, bytes, true)
              .plus(new Cost(nodes - 1, Cost.most(nodes, bytes), Cost.most(nodes, bytes)))
              .plus(new Cost(within, bytes / p * (each - 1), 0));
      default -> throw new IllegalArgumentException(op + " has no node-aware algorithm");
    };
  }
}
