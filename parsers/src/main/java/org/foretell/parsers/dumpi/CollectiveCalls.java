package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.Objects;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Sets the sizes of collectives. */
final class CollectiveCalls {
  private static final int NULL_TYPE = 1;

  private final OpView op;

  /** Operators that do not commute, by the file's numbers. */
  private final IntOpenHashSet ordered = new IntOpenHashSet();

  private long[] sent = {};
  private long[] received = {};

  CollectiveCalls(OpView op) {
    this.op = op;
  }

  void clear() {
    ordered.clear();
  }

  /** Takes note of what a call says of operators. */
  void apply(DumpiRecord call) {
    if (call.call.name().equals("MPI_Op_create") && call.value(Argument.COMMUTE) == 0) {
      ordered.add(call.intValue(Argument.OP));
    } else if (call.call.name().equals("MPI_Op_create")) {
      ordered.remove(call.intValue(Argument.OP));
    }
  }

  /**
   * Sets all fields of a collective but its communicator.
   *
   * @throws org.foretell.trace.TraceException if a size is not known
   */
  void convert(MessageSizes sizes, DumpiRecord call, KnownCommunicator communicator) {
    OpCode code = Objects.requireNonNull(call.call.op());
    if (call.has(Argument.ROOT)) {
      op.set(OpField.ROOT, call.value(Argument.ROOT));
    }
    switch (code) {
      case BCAST -> op.set(OpField.BYTES, sizes.bytes(call, Argument.COUNT, Argument.DATATYPE));
      case REDUCE, ALLREDUCE, SCAN, EXSCAN -> {
        reduction(call, call.value(Argument.COUNT));
        op.set(OpField.BYTES, sizes.bytes(call, Argument.COUNT, Argument.DATATYPE));
      }
      case REDUCE_SCATTER -> {
        received = list(sizes, call, Argument.RECVCOUNTS, Argument.DATATYPE, received);
        op.setList(OpField.RECEIVE_BYTES_BY_RANK, received, 0, call.length(Argument.RECVCOUNTS));
        long count = 0;
        for (int i = 0; i < call.length(Argument.RECVCOUNTS); i++) {
          count += call.element(Argument.RECVCOUNTS, i);
        }
        reduction(call, count);
      }
      case GATHER -> {
        boolean isRoot = call.value(Argument.COMMRANK) == call.value(Argument.ROOT);
        blocks(
            isRoot && isInPlace(call)
                ? sizes.bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE)
                : sizes.bytes(call, Argument.SENDCOUNT, Argument.SENDTYPE),
            isRoot
                ? sizes.bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE)
                : sizes.bytes(call, Argument.SENDCOUNT, Argument.SENDTYPE));
      }
      case SCATTER -> {
        boolean isRoot = call.value(Argument.COMMRANK) == call.value(Argument.ROOT);
        Argument count = isRoot ? Argument.SENDCOUNT : Argument.RECVCOUNT;
        Argument type = isRoot ? Argument.SENDTYPE : Argument.RECVTYPE;
        boolean inPlace = isRoot && call.value(Argument.RECVTYPE) == NULL_TYPE;
        blocks(
            sizes.bytes(call, count, type),
            inPlace
                ? sizes.bytes(call, count, type)
                : sizes.bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE));
      }
      case ALLGATHER, ALLTOALL -> {
        long block = sizes.bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE);
        blocks(
            isInPlace(call) ? block : sizes.bytes(call, Argument.SENDCOUNT, Argument.SENDTYPE),
            block);
      }
      case GATHERV, ALLGATHERV -> {
        received = list(sizes, call, Argument.RECVCOUNTS, Argument.RECVTYPE, received);
        int length = call.length(Argument.RECVCOUNTS);
        op.setList(OpField.RECEIVE_BYTES_BY_RANK, received, 0, length);
        int own =
            call.has(Argument.COMMRANK) ? call.intValue(Argument.COMMRANK) : communicator.rank;
        op.set(
            OpField.BYTES,
            isInPlace(call) && own >= 0 && own < length
                ? received[own]
                : sizes.bytes(call, Argument.SENDCOUNT, Argument.SENDTYPE));
      }
      case SCATTERV -> {
        sent = list(sizes, call, Argument.SENDCOUNTS, Argument.SENDTYPE, sent);
        int length = call.length(Argument.SENDCOUNTS);
        op.setList(OpField.SEND_BYTES_BY_RANK, sent, 0, length);
        int own = call.intValue(Argument.COMMRANK);
        boolean inPlace = call.value(Argument.RECVTYPE) == NULL_TYPE && own >= 0 && own < length;
        op.set(
            OpField.RECEIVE_BYTES,
            inPlace ? sent[own] : sizes.bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE));
      }
      case ALLTOALLV -> {
        received = list(sizes, call, Argument.RECVCOUNTS, Argument.RECVTYPE, received);
        op.setList(OpField.RECEIVE_BYTES_BY_RANK, received, 0, call.length(Argument.RECVCOUNTS));
        if (call.value(Argument.SENDTYPE) == NULL_TYPE) {
          op.setList(OpField.SEND_BYTES_BY_RANK, received, 0, call.length(Argument.RECVCOUNTS));
        } else {
          sent = list(sizes, call, Argument.SENDCOUNTS, Argument.SENDTYPE, sent);
          op.setList(OpField.SEND_BYTES_BY_RANK, sent, 0, call.length(Argument.SENDCOUNTS));
        }
      }
      case ALLTOALLW -> {
        received = list(sizes, call, Argument.RECVCOUNTS, Argument.RECVTYPES, received);
        sent = list(sizes, call, Argument.SENDCOUNTS, Argument.SENDTYPES, sent);
        op.setList(OpField.RECEIVE_BYTES_BY_RANK, received, 0, call.length(Argument.RECVCOUNTS));
        op.setList(OpField.SEND_BYTES_BY_RANK, sent, 0, call.length(Argument.SENDCOUNTS));
      }
      // Any other op is a barrier, which has no sizes: the format has no other collectives.
      default -> {}
    }
  }

  /** A caller whose data is in the buffer of what it receives gives no type, or no elements. */
  private static boolean isInPlace(DumpiRecord call) {
    return call.value(Argument.SENDTYPE) == NULL_TYPE || call.value(Argument.SENDCOUNT) == 0;
  }

  private void blocks(long bytes, long receiveBytes) {
    op.set(OpField.BYTES, bytes).set(OpField.RECEIVE_BYTES, receiveBytes);
  }

  private void reduction(DumpiRecord call, long count) {
    op.set(OpField.COUNT, count);
    if (ordered.contains(call.intValue(Argument.OP))) {
      op.set(OpField.FLAGS, OpCode.REDUCTION_NOT_COMMUTATIVE);
    }
  }

  /** Bytes by rank, in an array that is long enough. The type is one, or one for each rank. */
  private static long[] list(
      MessageSizes sizes, DumpiRecord call, Argument counts, Argument type, long[] old) {
    int length = call.length(counts);
    long[] list = length > old.length ? Arrays.copyOf(old, 2 * length) : old;
    boolean hasTypes = type == Argument.SENDTYPES || type == Argument.RECVTYPES;
    for (int i = 0; i < length; i++) {
      int of = hasTypes && i < call.length(type) ? call.element(type, i) : NULL_TYPE;
      list[i] = sizes.bytes(call, call.element(counts, i), hasTypes ? of : call.intValue(type));
    }
    return list;
  }
}
