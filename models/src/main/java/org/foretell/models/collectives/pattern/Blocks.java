package org.foretell.models.collectives.pattern;

import org.foretell.model.MemberCall;

/** Sizes of what members send each other, by the conventions of the MPI calls. */
public final class Blocks {
  private Blocks() {}

  /** A block of a call whose blocks are all equal, as this member states it. */
  public static long bytes(MemberCall call) {
    return switch (call.code()) {
      case GATHER -> call.member() == call.root() ? call.receiveBytes() : call.bytes();
      case SCATTER -> call.member() == call.root() ? call.bytes() : call.receiveBytes();
      case BARRIER, BCAST, GATHERV, SCATTERV, ALLGATHER, ALLGATHERV -> call.receiveBytes();
      case ALLTOALL, ALLTOALLV, ALLTOALLW, REDUCE, ALLREDUCE, REDUCE_SCATTER -> call.receiveBytes();
      case REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, NEIGHBOR_ALLGATHER -> call.receiveBytes();
      case NEIGHBOR_ALLTOALL -> call.receiveBytes();
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> call.receiveBytes();
    };
  }

  /** Whether all blocks are equal; if not the list of what each member gives says how large. */
  static boolean equal(MemberCall call) {
    return switch (call.code()) {
      case ALLGATHERV, REDUCE_SCATTER -> false;
      case BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLTOALL -> true;
      case ALLTOALLV, ALLTOALLW, REDUCE, ALLREDUCE, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> true;
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> true;
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> true;
    };
  }

  /** What the caller itself sends to a member, all of it in one message. */
  public static long to(MemberCall call, int member) {
    return switch (call.code()) {
      case ALLTOALLV, ALLTOALLW -> call.sendBytesTo(member);
      case ALLGATHERV -> call.receiveBytesFrom(call.member());
      case BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLTOALL -> bytes(call);
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> bytes(call);
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> bytes(call);
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> bytes(call);
    };
  }

  /** What the caller receives from a member if that sends all in one message. */
  public static long from(MemberCall call, int member) {
    return switch (call.code()) {
      case ALLTOALLV, ALLTOALLW, ALLGATHERV -> call.receiveBytesFrom(member);
      case BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLTOALL -> bytes(call);
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> bytes(call);
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> bytes(call);
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> bytes(call);
    };
  }
}
