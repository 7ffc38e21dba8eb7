package org.foretell.parsers.paraver;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * Sets the sizes of collectives from the bytes that a rank sends and receives. Extrae counts one
 * block as sent in an alltoall and nothing at the root of a reduce, and Foretell's timelines count
 * all; what is used here means the same in both.
 */
final class CollectiveBytes {
  private CollectiveBytes() {}

  /**
   * Sets them.
   *
   * @param op reset to its code
   * @param blocking form of the code
   * @param sent array of one number, which the op may refer to afterwards
   * @param received likewise
   */
  static void set(
      OpView op, OpCode blocking, int members, boolean isRoot, long[] sent, long[] received) {
    long s = sent[0];
    long r = received[0];
    switch (blocking) {
      case BCAST -> op.set(OpField.BYTES, isRoot ? s : r);
      case REDUCE, ALLREDUCE, SCAN, EXSCAN -> op.set(OpField.BYTES, Math.max(s, r));
      case GATHER -> {
        op.set(OpField.BYTES, isRoot ? share(r, members) : s);
        op.set(OpField.RECEIVE_BYTES, isRoot ? share(r, members) : 0);
      }
      case SCATTER -> {
        op.set(OpField.BYTES, isRoot ? share(s, members) : 0);
        op.set(OpField.RECEIVE_BYTES, isRoot ? share(s, members) : r);
      }
      case GATHERV -> {
        op.set(OpField.BYTES, s);
        if (isRoot) {
          op.setList(OpField.RECEIVE_BYTES_BY_RANK, received);
        }
      }
      case SCATTERV -> {
        op.set(OpField.RECEIVE_BYTES, r);
        if (isRoot) {
          op.setList(OpField.SEND_BYTES_BY_RANK, sent);
        }
      }
      case ALLGATHER, ALLTOALL ->
          // What is sent to each is what is received from each: the other total has two meanings.
          op.set(OpField.BYTES, share(r, members)).set(OpField.RECEIVE_BYTES, share(r, members));
      case ALLGATHERV -> op.set(OpField.BYTES, s).setList(OpField.RECEIVE_BYTES_BY_RANK, received);
      case ALLTOALLV, ALLTOALLW, REDUCE_SCATTER ->
          op.setList(OpField.SEND_BYTES_BY_RANK, sent)
              .setList(OpField.RECEIVE_BYTES_BY_RANK, received);
      case REDUCE_SCATTER_BLOCK -> op.set(OpField.RECEIVE_BYTES, r);
      // Any other op is a barrier, which has no sizes; those with neighbours are refused before.
      default -> {}
    }
  }

  private static long share(long total, int members) {
    return total / members + (total % members == 0 ? 0 : 1);
  }
}
