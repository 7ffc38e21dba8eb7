package org.foretell.models.formula;

import org.foretell.model.CollectiveCall;

/** What a collective moves through the interfaces of its nodes, whatever its algorithm. */
public final class NodeTraffic {
  private NodeTraffic() {}

  /**
   * {@return how many members the fullest node holds at least, 1 or more}
   *
   * @param call what the members call
   */
  public static int membersOfNode(CollectiveCall call) {
    return (int) Collective.ceilDivide(call.participants(), call.nodes());
  }

  /**
   * {@return the bytes that leave or enter the busiest node at least, 0 if all members are on one;
   * members are taken to be spread evenly, and what each sends to be for all others alike}
   *
   * <p>An allreduce moves {@code 2 s (N - 1) / N} bytes in and out of each of {@code N} nodes (P.
   * Patarasuk, X. Yuan: Bandwidth optimal all-reduce algorithms, 2009).
   *
   * @param call what the members call
   */
  public static double leastBytes(CollectiveCall call) {
    int nodes = call.nodes();
    if (nodes == 1) {
      return 0;
    }
    double bytes = Collective.sizeBytes(call);
    double others = call.participants() - membersOfNode(call);
    double share = (nodes - 1.0) / nodes;
    return switch (Collective.of(call.code())) {
      case BCAST, REDUCE, SCAN -> bytes;
      case ALLREDUCE -> 2 * bytes * share;
      case REDUCE_SCATTER -> bytes * share;
      case GATHER, SCATTER, ALLGATHER -> bytes * others;
      case ALLTOALL -> (double) call.totalSentBytes() / nodes * others / call.participants();
      case BARRIER, COMMUNICATOR, NEIGHBOR -> 0;
    };
  }
}
