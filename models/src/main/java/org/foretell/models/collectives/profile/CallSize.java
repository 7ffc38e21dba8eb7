package org.foretell.models.collectives.profile;

import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Blocks;
import org.foretell.models.collectives.pattern.Payload;

/** The sizes that decide which algorithm is taken; equal for all members of a call. */
final class CallSize {
  private CallSize() {}

  /**
   * The size in rules: the vector of a broadcast, reduction or scan, the block of a gather,
   * scatter, allgather or alltoall (the mean one of an allgatherv), the whole vector of a
   * reduce_scatter; 0 where nobody knows all blocks.
   */
  static long bytes(MemberCall call) {
    return switch (call.code()) {
      case BARRIER, GATHERV, SCATTERV, ALLTOALLV, ALLTOALLW -> 0;
      case GATHER, SCATTER, ALLGATHER, ALLTOALL -> Blocks.bytes(call);
      case ALLGATHERV -> total(call) / call.participants();
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> total(call);
      case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN, NEIGHBOR_ALLGATHER -> call.bytes();
      case NEIGHBOR_ALLTOALL -> call.bytes();
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> call.bytes();
    };
  }

  /** All blocks of an allgather or reduce_scatter. */
  static long total(MemberCall call) {
    return Payload.BLOCKS.all(call, call.participants());
  }

  /** Elements of a vector, at most its bytes where the trace does not say. */
  static long elements(MemberCall call, long bytes) {
    return call.elements() > 0 ? call.elements() : bytes;
  }
}
