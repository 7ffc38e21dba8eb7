package org.foretell.parsers.dimemas;

import java.util.Arrays;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * The collectives of Dimemas, in the order of their numbers, and what their sizes mean: a record
 * says what a task sends and receives in all.
 */
enum DimCollective {
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
  REDUCE(OpCode.REDUCE, OpCode.IREDUCE),
  ALLREDUCE(OpCode.ALLREDUCE, OpCode.IALLREDUCE),
  REDUCE_SCATTER(OpCode.REDUCE_SCATTER, OpCode.IREDUCE_SCATTER),
  REDUCE_SCATTER_BLOCK(OpCode.REDUCE_SCATTER_BLOCK, OpCode.IREDUCE_SCATTER_BLOCK),
  SCAN(OpCode.SCAN, OpCode.ISCAN),
  ALLTOALLW(OpCode.ALLTOALLW, OpCode.IALLTOALLW);

  private static final DimCollective[] BY_ID = values();

  private final OpCode blocking;
  private final OpCode nonBlocking;

  DimCollective(OpCode blocking, OpCode nonBlocking) {
    this.blocking = blocking;
    this.nonBlocking = nonBlocking;
  }

  /**
   * Bytes of a record.
   *
   * @param sent by the task in all
   * @param received likewise
   */
  record Totals(long sent, long received) {}

  /**
   * The collective that an op is written as.
   *
   * @param blocking one of MPI's, but for those with neighbours
   */
  static DimCollective of(OpCode blocking) {
    OpCode nearest = blocking == OpCode.EXSCAN ? OpCode.SCAN : blocking;
    return Arrays.stream(BY_ID)
        .filter(kind -> kind.blocking == nearest)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no collective of Dimemas: " + blocking));
  }

  /** What a task sends and receives in all, the inverse of {@link #sizes}. */
  Totals totals(OpView op, int members, int own, int root) {
    boolean isRoot = own == root;
    long bytes = op.code().has(OpField.BYTES) ? op.bytes() : 0;
    long block = op.code().has(OpField.RECEIVE_BYTES) ? op.receiveBytes() : 0;
    Totals implied =
        switch (this) {
          case BARRIER, ALLTOALLV, ALLTOALLW -> new Totals(0, 0);
          case REDUCE_SCATTER -> {
            // The sizes of all ranks, from which each has its own.
            OpField sizes = OpField.RECEIVE_BYTES_BY_RANK;
            if (op.listLength(sizes) == members) {
              yield new Totals(op.listSum(sizes), op.listElement(sizes, own));
            }
            yield new Totals(0, 0);
          }
          case BCAST -> new Totals(isRoot ? bytes : 0, isRoot ? 0 : bytes);
          case GATHER -> new Totals(bytes, isRoot ? block * members : 0);
          case GATHERV, ALLGATHERV -> new Totals(bytes, 0);
          case SCATTER -> new Totals(isRoot ? bytes * members : 0, block);
          case SCATTERV -> new Totals(0, block);
          case ALLGATHER -> new Totals(bytes, block * members);
          case ALLTOALL -> new Totals(bytes * members, block * members);
          case REDUCE -> new Totals(bytes, isRoot ? bytes : 0);
          case ALLREDUCE, SCAN -> new Totals(bytes, bytes);
          case REDUCE_SCATTER_BLOCK -> new Totals(block * members, block);
        };
    boolean isByRank = this == REDUCE_SCATTER && implied.sent() > 0;
    // Sizes of the other ranks mean something in the root's call only; any other may have them too.
    boolean isOfOthers = (this == GATHERV || this == SCATTERV) && !isRoot;
    return isByRank || isOfOthers
        ? implied
        : new Totals(
            listed(op, OpField.SEND_BYTES_BY_RANK, implied.sent()),
            listed(op, OpField.RECEIVE_BYTES_BY_RANK, implied.received()));
  }

  private static long listed(OpView op, OpField field, long otherwise) {
    return op.code().has(field) && op.listLength(field) > 0 ? op.listSum(field) : otherwise;
  }

  /** Reads the number of one. */
  static DimCollective read(ColonLines line) {
    return BY_ID[(int) line.integer("a collective", 0, BY_ID.length - 1L)];
  }

  OpCode op(boolean isBlocking) {
    return isBlocking ? blocking : nonBlocking;
  }

  /** The name, for messages. */
  String title() {
    return blocking.name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Whether the root's own record says that it is the root. */
  boolean marksRoot() {
    return blocking.has(OpField.ROOT) && this != REDUCE;
  }

  /**
   * Sets the sizes of an op. Blocks are equal shares, rounded up; where what the op then implies is
   * not what was recorded, the totals are given as well, as lists of one number.
   *
   * @param op reset to the right code
   * @param sent array of one number, which the op may refer to afterwards
   * @param received likewise
   */
  void sizes(OpView op, long[] sent, long[] received, int members, boolean isRoot) {
    long s = sent[0];
    long r = received[0];
    long impliedSent = s;
    long impliedReceived = r;
    switch (this) {
      case BARRIER -> {
        impliedSent = 0;
        impliedReceived = 0;
      }
      case BCAST -> {
        long first = isRoot ? s : r;
        long bytes = first > 0 ? first : s + r;
        op.set(OpField.BYTES, bytes);
        impliedSent = isRoot ? bytes : 0;
        impliedReceived = isRoot ? 0 : bytes;
      }
      case GATHER -> {
        long block = isRoot ? share(r, members) : 0;
        op.set(OpField.BYTES, s).set(OpField.RECEIVE_BYTES, block);
        impliedReceived = block * members;
      }
      case GATHERV, ALLGATHERV -> {
        op.set(OpField.BYTES, s).setList(OpField.RECEIVE_BYTES_BY_RANK, received);
      }
      case SCATTER -> {
        long block = isRoot ? share(s, members) : 0;
        op.set(OpField.BYTES, block).set(OpField.RECEIVE_BYTES, r);
        impliedSent = block * members;
      }
      case SCATTERV -> op.set(OpField.RECEIVE_BYTES, r).setList(OpField.SEND_BYTES_BY_RANK, sent);
      case ALLGATHER -> {
        op.set(OpField.BYTES, s).set(OpField.RECEIVE_BYTES, share(r, members));
        impliedReceived = share(r, members) * members;
      }
      case ALLTOALL -> {
        op.set(OpField.BYTES, share(s, members)).set(OpField.RECEIVE_BYTES, share(r, members));
        impliedSent = share(s, members) * members;
        impliedReceived = share(r, members) * members;
      }
      case ALLTOALLV, ALLTOALLW, REDUCE_SCATTER ->
          op.setList(OpField.SEND_BYTES_BY_RANK, sent)
              .setList(OpField.RECEIVE_BYTES_BY_RANK, received);
      case REDUCE -> {
        op.set(OpField.BYTES, s);
        impliedReceived = isRoot ? s : 0;
      }
      case ALLREDUCE, SCAN -> {
        op.set(OpField.BYTES, s);
        impliedReceived = s;
      }
      case REDUCE_SCATTER_BLOCK -> {
        op.set(OpField.RECEIVE_BYTES, r);
        impliedSent = r * members;
      }
    }
    if (impliedSent != s) {
      op.setList(OpField.SEND_BYTES_BY_RANK, sent);
    }
    if (impliedReceived != r) {
      op.setList(OpField.RECEIVE_BYTES_BY_RANK, received);
    }
  }

  private static long share(long total, int members) {
    return total / members + (total % members == 0 ? 0 : 1);
  }
}
