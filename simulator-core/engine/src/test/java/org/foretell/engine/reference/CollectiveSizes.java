package org.foretell.engine.reference;

import static org.foretell.trace.OpField.RANKS;
import static org.foretell.trace.OpField.RECEIVE_BYTES_BY_RANK;
import static org.foretell.trace.OpField.SEND_BYTES_BY_RANK;

import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** How many bytes a rank's call of a collective moves. */
public final class CollectiveSizes {
  private CollectiveSizes() {}

  /** A size of one member's call. */
  public interface Size {
    long of(OpView call, int member, int members);
  }

  /** Size of the buffer that is sent. */
  public static long sentBytes(OpView call, int member, int members) {
    if (isTotal(call, SEND_BYTES_BY_RANK)) {
      return call.listElement(SEND_BYTES_BY_RANK, 0);
    }
    boolean root = member == call.root();
    return switch (call.code().blockingForm()) {
      case BCAST -> root ? call.bytes() : 0;
      case SCATTER -> root ? members * call.bytes() : 0;
      case SCATTERV -> root ? call.listSum(SEND_BYTES_BY_RANK) : 0;
      case GATHER, GATHERV, ALLGATHER, ALLGATHERV, REDUCE, ALLREDUCE, SCAN, EXSCAN -> call.bytes();
      case NEIGHBOR_ALLGATHER -> call.bytes();
      case ALLTOALL -> members * call.bytes();
      case ALLTOALLV, ALLTOALLW -> call.listSum(SEND_BYTES_BY_RANK);
      case REDUCE_SCATTER -> call.listSum(RECEIVE_BYTES_BY_RANK);
      case REDUCE_SCATTER_BLOCK -> members * call.receiveBytes();
      case NEIGHBOR_ALLTOALL -> call.listLength(RANKS) * call.bytes();
      default -> 0;
    };
  }

  /** Size of what the others get from this call: an allgather's block goes to each of them. */
  public static long deliveredBytes(OpView call, int member, int members) {
    return switch (call.code().blockingForm()) {
      case ALLGATHER, ALLGATHERV -> members * sentBytes(call, member, members);
      case NEIGHBOR_ALLGATHER -> call.listLength(RANKS) * call.bytes();
      default -> sentBytes(call, member, members);
    };
  }

  /** Size of the buffer that is received. */
  public static long receivedBytes(OpView call, int member, int members) {
    if (isTotal(call, RECEIVE_BYTES_BY_RANK)) {
      return call.listElement(RECEIVE_BYTES_BY_RANK, 0);
    }
    boolean root = member == call.root();
    return switch (call.code().blockingForm()) {
      case BCAST -> root ? 0 : call.bytes();
      case GATHER -> root ? members * call.receiveBytes() : 0;
      case GATHERV -> root ? call.listSum(RECEIVE_BYTES_BY_RANK) : 0;
      case SCATTER, SCATTERV -> call.receiveBytes();
      case ALLGATHER, ALLTOALL -> members * call.receiveBytes();
      case ALLGATHERV, ALLTOALLV, ALLTOALLW -> call.listSum(RECEIVE_BYTES_BY_RANK);
      case REDUCE -> root ? call.bytes() : 0;
      case ALLREDUCE, SCAN, EXSCAN -> call.bytes();
      case REDUCE_SCATTER ->
          call.listLength(RECEIVE_BYTES_BY_RANK) == members
              ? call.listElement(RECEIVE_BYTES_BY_RANK, member)
              : 0;
      case REDUCE_SCATTER_BLOCK -> call.receiveBytes();
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> call.listLength(RANKS) * call.receiveBytes();
      default -> 0;
    };
  }

  /** The message, the vector, or the largest block that this call states. */
  public static long vectorBytes(OpView call, int member, int members) {
    boolean root = member == call.root();
    return switch (call.code().blockingForm()) {
      case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> call.bytes();
      case REDUCE_SCATTER -> reducedBytes(call);
      case REDUCE_SCATTER_BLOCK -> members * call.receiveBytes();
      case GATHER -> root ? Math.max(call.bytes(), call.receiveBytes()) : call.bytes();
      case GATHERV ->
          root
              ? Math.max(call.bytes(), largest(call, RECEIVE_BYTES_BY_RANK, members))
              : call.bytes();
      case SCATTER -> root ? Math.max(call.bytes(), call.receiveBytes()) : call.receiveBytes();
      case SCATTERV ->
          root
              ? Math.max(call.receiveBytes(), largest(call, SEND_BYTES_BY_RANK, members))
              : call.receiveBytes();
      case ALLGATHER, ALLTOALL, NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL ->
          Math.max(call.bytes(), call.receiveBytes());
      case ALLGATHERV -> Math.max(call.bytes(), largest(call, RECEIVE_BYTES_BY_RANK, members));
      case ALLTOALLV, ALLTOALLW ->
          Math.max(
              largest(call, SEND_BYTES_BY_RANK, members),
              largest(call, RECEIVE_BYTES_BY_RANK, members));
      default -> 0;
    };
  }

  /** The vector of a reduce_scatter: what is sent in all if that is given, else all blocks. */
  private static long reducedBytes(OpView call) {
    return isTotal(call, SEND_BYTES_BY_RANK)
        ? call.listElement(SEND_BYTES_BY_RANK, 0)
        : call.listSum(RECEIVE_BYTES_BY_RANK);
  }

  /** Whether a list holds but the total. */
  private static boolean isTotal(OpView call, OpField list) {
    return call.listLength(list) == 1;
  }

  private static long largest(OpView call, OpField list, int members) {
    if (isTotal(call, list)) {
      return (call.listElement(list, 0) + members - 1) / members;
    }
    return Arrays.stream(call.list(list)).max().orElse(0);
  }

  /** Whether all members must state the same size and this one agrees with the first. */
  public static boolean sameOnAll(OpView first, OpView call) {
    return switch (call.code().blockingForm()) {
      case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> first.bytes() == call.bytes();
      case REDUCE_SCATTER -> reducedBytes(first) == reducedBytes(call);
      case REDUCE_SCATTER_BLOCK -> first.receiveBytes() == call.receiveBytes();
      default -> true;
    };
  }

  /** Whether what is sent in blocks must be what is received. */
  public static boolean movesBlocks(OpCode code) {
    return switch (code.blockingForm()) {
      case GATHER,
          GATHERV,
          SCATTER,
          SCATTERV,
          ALLGATHER,
          ALLGATHERV,
          ALLTOALL,
          ALLTOALLV,
          ALLTOALLW,
          NEIGHBOR_ALLGATHER,
          NEIGHBOR_ALLTOALL ->
          true;
      default -> false;
    };
  }
}
