package org.foretell.parsers.otf2;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * The collectives, in the order of their numbers.
 *
 * <p>Score-P records all that a rank sends and receives, EZTrace the size of a block: what goes to
 * one peer.
 */
enum Collective {
  BARRIER(OpCode.BARRIER, OpCode.IBARRIER),
  BCAST(OpCode.BCAST, OpCode.IBCAST),
  GATHER(OpCode.GATHER, OpCode.IGATHER),
  GATHERV(OpCode.GATHERV, OpCode.IGATHERV),
  SCATTER(OpCode.SCATTER, OpCode.ISCATTER),
  SCATTERV(OpCode.SCATTERV, OpCode.ISCATTERV),
  ALLGATHER(OpCode.ALLGATHER, OpCode.IALLGATHER),
  ALLGATHERV(OpCode.ALLGATHERV, OpCode.IALLGATHERV),
  ALLTOALL(OpCode.ALLTOALL, OpCode.IALLTOALL),
  ALLTOALLV(OpCode.ALLTOALLV, OpCode.IALLTOALLV),
  ALLTOALLW(OpCode.ALLTOALLW, OpCode.IALLTOALLW),
  ALLREDUCE(OpCode.ALLREDUCE, OpCode.IALLREDUCE),
  REDUCE(OpCode.REDUCE, OpCode.IREDUCE),
  REDUCE_SCATTER(OpCode.REDUCE_SCATTER, OpCode.IREDUCE_SCATTER),
  SCAN(OpCode.SCAN, OpCode.ISCAN),
  EXSCAN(OpCode.EXSCAN, OpCode.IEXSCAN),
  REDUCE_SCATTER_BLOCK(OpCode.REDUCE_SCATTER_BLOCK, OpCode.IREDUCE_SCATTER_BLOCK);

  private static final Collective[] ALL = values();

  private final OpCode blocking;
  private final OpCode nonBlocking;

  Collective(OpCode blocking, OpCode nonBlocking) {
    this.blocking = blocking;
    this.nonBlocking = nonBlocking;
  }

  /** Whether a number is that of one of these. */
  static boolean isKnown(int number) {
    return number < ALL.length;
  }

  /** That of a number. */
  static Collective of(int number) {
    return ALL[number];
  }

  OpCode op(boolean isBlocking) {
    return isBlocking ? blocking : nonBlocking;
  }

  /**
   * Whether sizes of single peers are not recorded, so the op has totals; the model divides them.
   */
  boolean hasOnlyTotals() {
    return switch (this) {
      case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, ALLTOALLW, REDUCE_SCATTER -> true;
      default -> false;
    };
  }

  /**
   * Sets the sizes of an op.
   *
   * @param sent one number, which the op may refer to afterwards
   * @param received likewise
   * @param parts how many blocks the recorded sizes are of: the number of members, or 1
   * @param rank of who calls, in the communicator
   */
  void sizes(OpView op, long[] sent, long[] received, int parts, int rank, int root) {
    long s = sent[0];
    long r = received[0];
    boolean isRoot = rank == root;
    switch (this) {
      case BARRIER -> {}
      case BCAST -> op.set(OpField.BYTES, r > 0 ? r : isRoot ? share(s, parts) : s);
      case GATHER ->
          op.set(OpField.BYTES, s).set(OpField.RECEIVE_BYTES, isRoot ? share(r, parts) : 0);
      case SCATTER ->
          op.set(OpField.BYTES, isRoot ? share(s, parts) : 0).set(OpField.RECEIVE_BYTES, r);
      case GATHERV -> {
        op.set(OpField.BYTES, s);
        op.setList(OpField.RECEIVE_BYTES_BY_RANK, received, 0, isRoot ? 1 : 0);
      }
      case SCATTERV -> {
        op.set(OpField.RECEIVE_BYTES, r);
        op.setList(OpField.SEND_BYTES_BY_RANK, sent, 0, isRoot ? 1 : 0);
      }
      case ALLGATHER ->
          op.set(OpField.BYTES, share(s, parts)).set(OpField.RECEIVE_BYTES, share(r, parts));
      case ALLGATHERV ->
          op.set(OpField.BYTES, share(s, parts)).setList(OpField.RECEIVE_BYTES_BY_RANK, received);
      case ALLTOALL ->
          op.set(OpField.BYTES, share(s, parts)).set(OpField.RECEIVE_BYTES, share(r, parts));
      case ALLTOALLV, ALLTOALLW, REDUCE_SCATTER ->
          op.setList(OpField.SEND_BYTES_BY_RANK, sent)
              .setList(OpField.RECEIVE_BYTES_BY_RANK, received);
      case ALLREDUCE -> op.set(OpField.BYTES, share(s, parts));
      // A root that reduces in place sends nothing.
      case REDUCE -> op.set(OpField.BYTES, s > 0 || !isRoot ? s : share(r, parts));
      // Score-P counts what goes to all later ranks and comes from all earlier ones.
      case SCAN -> op.set(OpField.BYTES, parts == 1 ? s : share(s, parts - rank));
      case EXSCAN ->
          op.set(
              OpField.BYTES,
              parts == 1 ? s : rank > 0 ? share(r, rank) : share(s, Math.max(1, parts - 1)));
      case REDUCE_SCATTER_BLOCK -> op.set(OpField.RECEIVE_BYTES, share(r, parts));
    }
  }

  /** A block; in place, Score-P does not count that of the rank itself. */
  private static long share(long total, int parts) {
    if (total % parts != 0 && parts > 2 && total % (parts - 1) == 0) {
      return total / (parts - 1);
    }
    return total / parts + (total % parts == 0 ? 0 : 1);
  }
}
