package org.foretell.parsers.liballprof;

import org.foretell.parsers.liballprof.CallFields.Argument;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Sets the sizes of collectives. */
final class CollectiveSizes {
  private final OpView op;
  private long[] sent = {};
  private long[] received = {};

  CollectiveSizes(OpView op) {
    this.op = op;
  }

  /** Sets all but communicator and request; false if the line does not have the sizes by rank. */
  boolean set(LineReader line, OpCode code, CallLine call) {
    boolean isRoot = call.value(Argument.ROOT) == call.rank;
    if (code.has(OpField.ROOT)) {
      long root = call.value(Argument.ROOT);
      if (root < 0 || root >= call.size) {
        throw line.error("a root within the communicator of " + call.size, "" + root);
      }
      op.set(OpField.ROOT, root);
    }
    switch (code.blockingForm()) {
      case BARRIER -> {}
      case BCAST -> op.set(OpField.BYTES, bytes(call, Argument.COUNT, Argument.DATATYPE));
      case REDUCE, ALLREDUCE, SCAN, EXSCAN ->
          op.set(OpField.BYTES, bytes(call, Argument.COUNT, Argument.DATATYPE))
              .set(OpField.COUNT, call.value(Argument.COUNT));
      case REDUCE_SCATTER_BLOCK ->
          op.set(OpField.RECEIVE_BYTES, bytes(call, Argument.RECVCOUNT, Argument.DATATYPE))
              .set(OpField.COUNT, call.value(Argument.RECVCOUNT));
      case GATHER -> {
        long block = bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE);
        long own = sent(call, isRoot ? block : 0);
        op.set(OpField.BYTES, own).set(OpField.RECEIVE_BYTES, isRoot ? block : own);
      }
      case SCATTER -> {
        long block = bytes(call, Argument.SENDCOUNT, Argument.SENDTYPE);
        boolean inPlace = isRoot && isInPlace(call.value(Argument.RECVBUF));
        long own = inPlace ? block : bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE);
        op.set(OpField.BYTES, isRoot ? block : own).set(OpField.RECEIVE_BYTES, own);
      }
      case ALLGATHER, ALLTOALL -> {
        long block = bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE);
        op.set(OpField.BYTES, sent(call, block)).set(OpField.RECEIVE_BYTES, block);
      }
      // Any other op has sizes by rank, or is refused there.
      default -> {
        return byRank(line, code, call, isRoot);
      }
    }
    return true;
  }

  private boolean byRank(LineReader line, OpCode code, CallLine call, boolean isRoot) {
    if (!call.hasLists || code == OpCode.ALLTOALLW) {
      return false;
    }
    switch (code) {
      case GATHERV, ALLGATHERV -> {
        received = list(line, call, Argument.RECVCOUNTS, Argument.RECVTYPE, received);
        boolean hasList = isRoot || code == OpCode.ALLGATHERV;
        op.set(OpField.BYTES, sent(call, hasList ? received[call.rank] : 0))
            .setList(OpField.RECEIVE_BYTES_BY_RANK, received, 0, hasList ? call.size : 0);
      }
      case SCATTERV -> {
        sent = list(line, call, Argument.SENDCOUNTS, Argument.SENDTYPE, sent);
        boolean inPlace = isRoot && isInPlace(call.value(Argument.RECVBUF));
        long own = bytes(call, Argument.RECVCOUNT, Argument.RECVTYPE);
        op.set(OpField.RECEIVE_BYTES, inPlace ? sent[call.rank] : own)
            .setList(OpField.SEND_BYTES_BY_RANK, sent, 0, isRoot ? call.size : 0);
      }
      case ALLTOALLV -> {
        received = list(line, call, Argument.RECVCOUNTS, Argument.RECVTYPE, received);
        boolean inPlace = isInPlace(call.value(Argument.SENDBUF));
        sent = inPlace ? sent : list(line, call, Argument.SENDCOUNTS, Argument.SENDTYPE, sent);
        op.setList(OpField.RECEIVE_BYTES_BY_RANK, received, 0, call.size)
            .setList(OpField.SEND_BYTES_BY_RANK, inPlace ? received : sent, 0, call.size);
      }
      // Any other op with lists is a reduce_scatter.
      default -> {
        received = list(line, call, Argument.RECVCOUNTS, Argument.DATATYPE, received);
        long count = 0;
        for (int i = 0; i < call.size; i++) {
          count += call.list(Argument.RECVCOUNTS)[i];
        }
        op.setList(OpField.RECEIVE_BYTES_BY_RANK, received, 0, call.size).set(OpField.COUNT, count);
      }
    }
    return true;
  }

  /** The address that stands for the buffer of what is received: 1 or -1 by library. */
  private static boolean isInPlace(long buffer) {
    return buffer == 1 || buffer == -1;
  }

  private static long sent(CallLine call, long inPlace) {
    long own = bytes(call, Argument.SENDCOUNT, Argument.SENDTYPE);
    return isInPlace(call.value(Argument.SENDBUF)) ? inPlace : own;
  }

  private static long bytes(CallLine call, Argument count, Argument type) {
    return call.value(count) * call.value(type);
  }

  private static long[] list(
      LineReader line, CallLine call, Argument counts, Argument type, long[] old) {
    if (call.length(counts) != call.size) {
      throw line.error(
          "a count for each of " + call.size + " ranks", call.length(counts) + " counts");
    }
    long[] list = call.size > old.length ? new long[call.size] : old;
    long each = call.value(type);
    for (int i = 0; i < call.size; i++) {
      long count = call.list(counts)[i];
      list[i] = Math.max(0, count) * each;
    }
    return list;
  }
}
