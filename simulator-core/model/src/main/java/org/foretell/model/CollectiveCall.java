package org.foretell.model;

import org.foretell.trace.OpCode;

/**
 * A collective whose members have all arrived, as a model sees it.
 *
 * <p>"Sent" and "received" bytes are totals of one rank over all its peers, following the MPI call:
 * an alltoall of 8 bytes for each of 4 ranks sends 32 bytes. {@link #vectorBytes} is the size that
 * cost formulas call {@code s}: the message of a broadcast, the vector of a reduction, one block of
 * a gather, scatter, allgather or alltoall (the largest block where they differ).
 */
public interface CollectiveCall {
  /** {@return the op; for a non-blocking one its blocking form} */
  OpCode code();

  /** {@return the number of ranks of the communicator, at least 1} */
  int participants();

  /** {@return the number of nodes that hold a participant} */
  int nodes();

  /**
   * {@return the world rank of a participant, by its rank in the communicator}
   *
   * @param rankInCommunicator 0 to {@code participants() - 1}
   */
  int worldRank(int rankInCommunicator);

  /** {@return the root as a rank in the communicator, 0 when the op has none} */
  int root();

  /** {@return the size of the message, vector or block, the largest that any participant states} */
  long vectorBytes();

  /** {@return the largest total of bytes that a participant sends} */
  long maxSentBytes();

  /** {@return the largest total of bytes that a participant receives} */
  long maxReceivedBytes();

  /** {@return the bytes that all participants send together} */
  long totalSentBytes();

  /**
   * {@return the member whose sizes count if a model uses the sizes of one member: the root, or the
   * last to call if the op has no root}
   */
  default int decidingMember() {
    return root();
  }

  /** {@return the total of bytes that the deciding member sends} */
  default long decidingSentBytes() {
    return maxSentBytes();
  }

  /** {@return the total of bytes that the deciding member receives} */
  default long decidingReceivedBytes() {
    return maxReceivedBytes();
  }

  /**
   * {@return a member by its position in the order of calls}
   *
   * @param index 0 to {@code participants() - 1}
   */
  default int memberByArrival(int index) {
    return index;
  }
}
