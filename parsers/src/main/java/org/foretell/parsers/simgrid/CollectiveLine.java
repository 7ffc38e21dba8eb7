package org.foretell.parsers.simgrid;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Reads what a line says of a collective into an op. */
final class CollectiveLine {
  private final OpView op;
  private final int ranks;
  private final TiGaps gaps;
  private final Counts first = new Counts();
  private final Counts second = new Counts();
  private int rank;

  /**
   * @param op the op that is filled, whose code is that of the action
   */
  CollectiveLine(OpView op, int ranks, TiGaps gaps) {
    this.op = op;
    this.ranks = ranks;
    this.gaps = gaps;
  }

  /**
   * Reads the arguments of a collective.
   *
   * @return duration of the burst that a reduction ends with, picoseconds; 0 if there is none
   */
  long read(int callingRank, TiAction action, TiArguments arguments) {
    rank = callingRank;
    long burstPs = 0;
    switch (action.shape()) {
      case BARRIER -> {}
      case BCAST -> {
        long count = arguments.count();
        op.set(OpField.ROOT, arguments.optionalRoot())
            .set(OpField.BYTES, arguments.bytes(count, arguments.datatypeBytes(2)));
      }
      case REDUCE, ALLREDUCE -> {
        long count = arguments.count();
        burstPs = arguments.durationOfFlops();
        if (action.shape() == TiAction.Shape.REDUCE) {
          op.set(OpField.ROOT, arguments.optionalRoot());
        }
        op.set(OpField.BYTES, arguments.bytes(count, arguments.datatypeBytes(2)))
            .set(OpField.COUNT, count);
      }
      case REDUCE_SCATTER -> {
        first.read(arguments, action);
        burstPs = arguments.durationOfFlops();
        op.set(OpField.COUNT, first.sum);
        first.setBytes(arguments, OpField.RECEIVE_BYTES_BY_RANK, arguments.datatypeBytes(2));
      }
      case ALLTOALL, GATHER -> {
        long sent = arguments.count();
        long received = arguments.count();
        if (action.shape() == TiAction.Shape.GATHER) {
          op.set(OpField.ROOT, arguments.optionalRoot());
        }
        op.set(OpField.BYTES, arguments.bytes(sent, arguments.datatypeBytes(2)))
            .set(OpField.RECEIVE_BYTES, arguments.bytes(received, arguments.datatypeBytes(1)));
        if (action.op().blockingForm() == OpCode.ALLTOALL) {
          gaps.alltoall(op.bytes());
        }
      }
      case ALLTOALLV -> alltoallv(arguments, action);
      case GATHERV -> {
        long sent = arguments.count();
        first.read(arguments, action);
        int root = arguments.optionalRoot();
        op.set(OpField.ROOT, root)
            .set(OpField.BYTES, arguments.bytes(sent, arguments.datatypeBytes(2)));
        first.setBytesAtRoot(
            arguments, OpField.RECEIVE_BYTES_BY_RANK, arguments.datatypeBytes(1), root);
      }
      case ALLGATHERV -> allgatherv(arguments, action);
      case SCATTERV -> {
        first.read(arguments, action);
        long received = arguments.count();
        int root = arguments.optionalRoot();
        op.set(OpField.ROOT, root);
        first.setBytesAtRoot(
            arguments, OpField.SEND_BYTES_BY_RANK, arguments.datatypeBytes(2), root);
        op.set(OpField.RECEIVE_BYTES, arguments.bytes(received, arguments.datatypeBytes(1)));
      }
      default -> throw new IllegalStateException("no collective: " + action);
    }
    return burstPs;
  }

  private void alltoallv(TiArguments arguments, TiAction action) {
    arguments.count(); // the size of the send buffer
    first.read(arguments, action);
    arguments.count();
    second.read(arguments, action);
    // Like SimGrid: one datatype alone is ignored.
    int left = arguments.left();
    boolean typed = left >= 2;
    if (!typed) {
      arguments.noteEmptyDatatype(2 - left);
    }
    first.setBytes(
        arguments,
        OpField.SEND_BYTES_BY_RANK,
        typed ? arguments.datatypeBytes(2) : arguments.defaultDatatypeBytes());
    second.setBytes(
        arguments,
        OpField.RECEIVE_BYTES_BY_RANK,
        typed ? arguments.datatypeBytes(2) : arguments.defaultDatatypeBytes());
  }

  private void allgatherv(TiArguments arguments, TiAction action) {
    long sent = arguments.count();
    first.read(arguments, action);
    // Like SimGrid: 3 to P fields more are displacements and no datatypes.
    int left = arguments.left();
    boolean typed = left <= 2 || left > ranks;
    int sendSize = typed ? arguments.datatypeBytes(2) : arguments.defaultDatatypeBytes();
    int receiveSize = typed && left == 2 ? arguments.datatypeBytes(2) : sendSize;
    op.set(OpField.BYTES, arguments.bytes(sent, sendSize));
    first.setBytes(arguments, OpField.RECEIVE_BYTES_BY_RANK, receiveSize);
  }

  /** A count for each rank. */
  private final class Counts {
    private long[] values = {};
    private long sum;

    void read(TiArguments arguments, TiAction action) {
      if (values.length == 0) {
        values = new long[ranks];
      }
      sum = 0;
      for (int i = 0; i < ranks; i++) {
        if (!arguments.next()) {
          throw arguments.expected(
              "a count for each of the "
                  + ranks
                  + " ranks ("
                  + action.text()
                  + " on a communicator of fewer ranks cannot be expressed in this format)");
        }
        values[i] = arguments.thisCount();
        sum += values[i];
        if (sum < 0) {
          throw arguments.expected("counts that sum up to less than 2^63");
        }
      }
    }

    void setBytes(TiArguments arguments, OpField field, int size) {
      arguments.bytes(sum, size); // so that no sum of them overflows either
      for (int i = 0; i < ranks; i++) {
        values[i] *= size;
      }
      op.setList(field, values, 0, ranks);
    }

    /** Only the root's list means something. */
    void setBytesAtRoot(TiArguments arguments, OpField field, int size, int root) {
      if (rank == root) {
        setBytes(arguments, field, size);
      } else {
        op.setList(field, values, 0, 0);
      }
    }
  }
}
