package org.foretell.model;

import org.foretell.trace.OpCode;

/**
 * A collective as one of its members calls it: its own arguments, following the MPI call (see
 * {@code docs/semantics.md}). Ranks are ranks in the communicator.
 */
public interface MemberCall {
  /** {@return the op; for a non-blocking one its blocking form} */
  OpCode code();

  /** {@return the number of members, at least 1} */
  int participants();

  /** {@return the calling member} */
  int member();

  /** {@return the root, 0 when the op has none} */
  int root();

  /** {@return bytes sent: message, vector or block, as the call states it} */
  long bytes();

  /** {@return bytes received: a block, as the call states it} */
  long receiveBytes();

  /**
   * {@return the element of the list of bytes sent to each member, 0 when there is no list}
   *
   * @param member 0 to {@code participants() - 1}
   */
  long sendBytesTo(int member);

  /**
   * {@return the element of the list of bytes received from each member, 0 when there is no list}
   * In a {@code reduce_scatter} it is the size of each member's part.
   *
   * @param member 0 to {@code participants() - 1}
   */
  long receiveBytesFrom(int member);

  /**
   * {@return the sum of {@link #receiveBytesFrom(int)} over the members {@code from} to {@code to -
   * 1}} An engine answers repeated calls for all members at once.
   *
   * @param from first member
   * @param to one more than the last member, at least {@code from}
   */
  default long receiveBytesFrom(int from, int to) {
    long sum = 0;
    for (int member = from; member < to; member++) {
      sum += receiveBytesFrom(member);
    }
    return sum;
  }

  /** {@return elements of the vector of a reduction, 0 when the trace does not record them} */
  default long elements() {
    return 0;
  }

  /**
   * {@return whether the operator of a reduction commutes; true unless the trace records that it
   * does not}
   */
  default boolean commutative() {
    return true;
  }

  /**
   * {@return the node of a member}
   *
   * @param member 0 to {@code participants() - 1}
   */
  int node(int member);

  /**
   * {@return which members share a node} This default takes time and memory linear in the members
   * at each call; an engine keeps one result for each communicator.
   */
  default CommunicatorNodes nodes() {
    return new CommunicatorNodes(participants(), this::node);
  }
}
