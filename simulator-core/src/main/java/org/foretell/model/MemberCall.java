package org.foretell.model;

import org.foretell.trace.OpCode;

/**
 * A collective as one of its members calls it: its own arguments, following the MPI call (see
 * {@code docs/semantics.md}). Ranks are ranks in the communicator.
 */
public interface MemberCall {
  /** The op; a non-blocking one is given in its blocking form. */
  OpCode code();

  /** Number of members, at least 1. */
  int participants();

  /** The calling member. */
  int member();

  /** Root, 0 when the op has none. */
  int root();

  /** Bytes sent: message, vector or block, as the call states it. */
  long bytes();

  /** Bytes received: a block, as the call states it. */
  long receiveBytes();

  /** Element of the list of bytes sent to each member, 0 when there is no list. */
  long sendBytesTo(int member);

  /**
   * Element of the list of bytes received from each member, 0 when there is no list. In a {@code
   * reduce_scatter} it is what each member gets.
   */
  long receiveBytesFrom(int member);

  /**
   * Sum of {@link #receiveBytesFrom(int)} over the members {@code from} to {@code to - 1}. An
   * engine answers at once when all are asked for again.
   */
  default long receiveBytesFrom(int from, int to) {
    long sum = 0;
    for (int member = from; member < to; member++) {
      sum += receiveBytesFrom(member);
    }
    return sum;
  }

  /** Elements of the vector of a reduction, 0 when the trace does not say. */
  default long elements() {
    return 0;
  }

  /** Whether the operator of a reduction commutes; true unless the trace says that it does not. */
  default boolean commutative() {
    return true;
  }

  /** Node of a member. */
  int node(int member);

  /**
   * Which members share a node. As written here it costs time and memory linear in the members at
   * each call; an engine keeps one for a communicator.
   */
  default CommunicatorNodes nodes() {
    return new CommunicatorNodes(participants(), this::node);
  }
}
