package org.foretell.parsers.otf2;

import java.util.EnumMap;
import java.util.Map;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * Sets the sizes of collectives. The format has two numbers for each rank, which are the totals
 * that it sent and received, itself included; without what stayed in place in its buffer. EZTrace
 * has the arguments of the call instead.
 */
final class CollectiveSizes {
  private static final OpCode[] BLOCKING = {
    OpCode.BARRIER,
    OpCode.BCAST,
    OpCode.GATHER,
    OpCode.GATHERV,
    OpCode.SCATTER,
    OpCode.SCATTERV,
    OpCode.ALLGATHER,
    OpCode.ALLGATHERV,
    OpCode.ALLTOALL,
    OpCode.ALLTOALLV,
    OpCode.ALLTOALLW,
    OpCode.ALLREDUCE,
    OpCode.REDUCE,
    OpCode.REDUCE_SCATTER,
    OpCode.SCAN,
    OpCode.EXSCAN,
    OpCode.REDUCE_SCATTER_BLOCK
  };
  private static final OpCode[] NON_BLOCKING = {
    OpCode.IBARRIER,
    OpCode.IBCAST,
    OpCode.IGATHER,
    OpCode.IGATHERV,
    OpCode.ISCATTER,
    OpCode.ISCATTERV,
    OpCode.IALLGATHER,
    OpCode.IALLGATHERV,
    OpCode.IALLTOALL,
    OpCode.IALLTOALLV,
    OpCode.IALLTOALLW,
    OpCode.IALLREDUCE,
    OpCode.IREDUCE,
    OpCode.IREDUCE_SCATTER,
    OpCode.ISCAN,
    OpCode.IEXSCAN,
    OpCode.IREDUCE_SCATTER_BLOCK
  };

  private static final Map<OpCode, Integer> KINDS = new EnumMap<>(OpCode.class);

  static {
    for (int kind = 0; kind < BLOCKING.length; kind++) {
      KINDS.put(BLOCKING[kind], kind);
      KINDS.put(NON_BLOCKING[kind], kind);
    }
  }

  /** Elements have mostly four bytes or multiples of these. */
  private static final int ELEMENT = 4;

  private final OpView op;
  private final boolean hasArguments;
  private final boolean isComplete;

  /**
   * Prepares for an archive.
   *
   * @param op gets the sizes
   * @param hasArguments whether totals are arguments instead
   * @param isComplete whether totals have the part of the rank itself also of data in place
   */
  CollectiveSizes(OpView op, boolean hasArguments, boolean isComplete) {
    this.op = op;
    this.hasArguments = hasArguments;
    this.isComplete = isComplete;
  }

  /** Whether a kind of collective is a call of MPI that moves data or synchronises. */
  static boolean isKnown(int kind) {
    return kind < BLOCKING.length;
  }

  /** Whether a collective has a kind. */
  static boolean hasKind(OpCode code) {
    return KINDS.containsKey(code);
  }

  /** The kind of a collective, blocking or not. */
  static int kind(OpCode code) {
    Integer kind = KINDS.get(code);
    if (kind == null) {
      throw new IllegalArgumentException(code + " is no collective of OTF2");
    }
    return kind;
  }

  /**
   * Sets the op of a collective but for its request.
   *
   * @param kind of collective, known
   * @param rank own number in the communicator
   * @param root number of the root in it, -1 if there is none
   */
  void convert(
      int kind, boolean blocks, Members members, int rank, int root, long sent, long received) {
    OpCode code = BLOCKING[kind];
    op.reset(blocks ? code : NON_BLOCKING[kind]).set(OpField.COMMUNICATOR, members.id());
    if (code.has(OpField.ROOT)) {
      op.set(OpField.ROOT, root);
    }
    int size = members.size();
    boolean isRoot = rank == root;
    switch (code) {
      case BCAST -> op.set(OpField.BYTES, received > 0 ? received : block(sent, size));
      case REDUCE -> op.set(OpField.BYTES, sent > 0 ? sent : block(received, size));
      case ALLREDUCE -> op.set(OpField.BYTES, block(sent, size));
      case SCAN -> op.set(OpField.BYTES, hasArguments ? sent : received / (rank + 1));
      case EXSCAN -> {
        long total = rank > 0 ? received / rank : sent / Math.max(1, size - 1);
        op.set(OpField.BYTES, hasArguments ? sent : total);
      }
      case GATHER -> {
        long own = sent > 0 || !isRoot ? sent : block(received, size);
        op.set(OpField.BYTES, own).set(OpField.RECEIVE_BYTES, isRoot ? block(received, size) : own);
      }
      case SCATTER -> {
        long own = received > 0 || !isRoot ? received : block(sent, size);
        op.set(OpField.BYTES, isRoot ? block(sent, size) : own).set(OpField.RECEIVE_BYTES, own);
      }
      case GATHERV -> {
        op.set(OpField.BYTES, sent);
        if (isRoot) {
          op.setList(OpField.RECEIVE_BYTES_BY_RANK, received);
        }
      }
      case SCATTERV -> {
        op.set(OpField.RECEIVE_BYTES, received);
        if (isRoot) {
          op.setList(OpField.SEND_BYTES_BY_RANK, sent);
        }
      }
      case ALLGATHER, ALLTOALL ->
          op.set(OpField.BYTES, block(sent, size))
              .set(OpField.RECEIVE_BYTES, block(received, size));
      case ALLGATHERV ->
          op.set(OpField.BYTES, block(sent, size)).setList(OpField.RECEIVE_BYTES_BY_RANK, received);
      case ALLTOALLV, ALLTOALLW, REDUCE_SCATTER ->
          op.setList(OpField.SEND_BYTES_BY_RANK, sent)
              .setList(OpField.RECEIVE_BYTES_BY_RANK, received);
      case REDUCE_SCATTER_BLOCK -> op.set(OpField.RECEIVE_BYTES, block(received, size));
      // Any other op is a barrier, which has no sizes.
      default -> {}
    }
  }

  /**
   * The part of one rank in a total over all. If the data was in place, the total lacks one part;
   * nothing says so, so that is assumed where only then the parts are whole elements.
   */
  private long block(long total, int size) {
    if (hasArguments || total == 0) {
      return total;
    }
    boolean isWhole = isComplete || (total % size == 0 && total / size % ELEMENT == 0);
    boolean isWholeInPlace =
        size > 1 && total % (size - 1) == 0 && total / (size - 1) % ELEMENT == 0;
    return !isWhole && isWholeInPlace ? total / (size - 1) : Math.max(1, total / size);
  }
}
