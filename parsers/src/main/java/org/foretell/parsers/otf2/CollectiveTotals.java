package org.foretell.parsers.otf2;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * What a rank sends and receives in a collective as OTF2 counts it: to and from all ranks, itself
 * included. {@link CollectiveSizes} is the inverse.
 *
 * @param sent bytes in all
 * @param received bytes in all
 */
record CollectiveTotals(long sent, long received) {
  /**
   * {@return those of a call}
   *
   * @param op any collective that {@link CollectiveSizes#kind} knows
   * @param members size of the communicator
   * @param own rank of the caller in it
   * @throws ArithmeticException if a total is 2^63 or more
   */
  static CollectiveTotals of(OpView op, int members, int own) {
    boolean isRoot = op.code().has(OpField.ROOT) && op.root() == own;
    long bytes = op.code().has(OpField.BYTES) ? Math.max(0, op.bytes()) : 0;
    long block = op.code().has(OpField.RECEIVE_BYTES) ? Math.max(0, op.receiveBytes()) : 0;
    return switch (op.code().blockingForm()) {
      case BCAST -> new CollectiveTotals(isRoot ? times(bytes, members) : 0, bytes);
      case REDUCE -> new CollectiveTotals(bytes, isRoot ? times(bytes, members) : 0);
      case ALLREDUCE -> new CollectiveTotals(times(bytes, members), times(bytes, members));
      case SCAN -> new CollectiveTotals(times(bytes, members - own), times(bytes, own + 1));
      case EXSCAN -> new CollectiveTotals(times(bytes, members - own - 1), times(bytes, own));
      case GATHER -> new CollectiveTotals(bytes, isRoot ? times(block, members) : 0);
      case SCATTER -> new CollectiveTotals(isRoot ? times(bytes, members) : 0, block);
      case GATHERV -> new CollectiveTotals(bytes, isRoot ? sum(op, false) : 0);
      case SCATTERV -> new CollectiveTotals(isRoot ? sum(op, true) : 0, block);
      case ALLGATHER, ALLTOALL ->
          new CollectiveTotals(times(bytes, members), times(block, members));
      case ALLGATHERV -> new CollectiveTotals(times(bytes, members), sum(op, false));
      case ALLTOALLV, ALLTOALLW -> new CollectiveTotals(sum(op, true), sum(op, false));
      case REDUCE_SCATTER -> reduceScatter(op, members, own);
      case REDUCE_SCATTER_BLOCK ->
          new CollectiveTotals(times(block, members), times(block, members));
      // Any other op that OTF2 has a kind for is a barrier, which moves nothing.
      default -> new CollectiveTotals(0, 0);
    };
  }

  /**
   * {@return those of a call in a replay, which counts what leaves and reaches a rank}
   *
   * @param code a collective that blocks and that {@link CollectiveSizes#kind} knows
   * @param members size of the communicator
   * @param own rank of the caller in it
   * @param sent by the rank in all, as a replay counts it
   * @param received likewise
   */
  static CollectiveTotals replayed(OpCode code, int members, int own, long sent, long received) {
    return switch (code) {
      case BCAST ->
          new CollectiveTotals(sent > 0 ? times(sent, members) : 0, Math.max(sent, received));
      case REDUCE -> new CollectiveTotals(sent, times(received, members));
      case ALLREDUCE -> new CollectiveTotals(times(sent, members), times(received, members));
      case SCAN -> new CollectiveTotals(times(sent, members - own), times(received, own + 1));
      case EXSCAN -> new CollectiveTotals(times(sent, members - own - 1), times(received, own));
      case ALLGATHER, ALLGATHERV -> new CollectiveTotals(times(sent, members), received);
      case REDUCE_SCATTER_BLOCK -> new CollectiveTotals(sent, times(received, members));
      // Any other op that OTF2 has a kind for is counted alike.
      default -> new CollectiveTotals(sent, received);
    };
  }

  private static CollectiveTotals reduceScatter(OpView op, int members, int own) {
    boolean isByRank = op.listLength(OpField.RECEIVE_BYTES_BY_RANK) == members;
    return isByRank
        ? new CollectiveTotals(sum(op, false), op.listElement(OpField.RECEIVE_BYTES_BY_RANK, own))
        : new CollectiveTotals(sum(op, true), sum(op, false));
  }

  private static long times(long bytes, int count) {
    return Math.multiplyExact(bytes, count);
  }

  private static long sum(OpView op, boolean isSent) {
    return op.listSum(isSent ? OpField.SEND_BYTES_BY_RANK : OpField.RECEIVE_BYTES_BY_RANK);
  }
}
