package org.foretell.engine.collective;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** What one member of a collective sends and receives in all, and the size that formulas use. */
final class CollectiveSizes {
  /** How the sizes of the members must agree. */
  enum Agreement {
    /** They need not. */
    NONE,
    /** Every member's vector is the same. */
    SAME_VECTOR,
    /** All that is sent is all that is received. */
    SENT_IS_RECEIVED,
    /** Everything sent is received by every member. */
    SENT_IS_RECEIVED_BY_ALL
  }

  long sentBytes;
  long receivedBytes;
  long vectorBytes;

  /** What counts as sent where the sizes of all members are compared. */
  long deliveredBytes;

  private long largest;

  /**
   * Computes the sizes of a member's call.
   *
   * @param code blocking form of the op
   * @throws ArithmeticException if they exceed 2^63
   * @throws IllegalArgumentException if one is negative or a list has the wrong length; the message
   *     says which, for a user
   */
  void compute(OpCode code, OpView op, int members, int member, boolean isRoot) {
    long bytes = op.bytes();
    long block = op.receiveBytes();
    switch (code) {
      case BCAST -> set(isRoot ? bytes : 0, isRoot ? 0 : bytes, bytes);
      case GATHER -> {
        long received = isRoot ? Math.multiplyExact(block, members) : 0;
        set(bytes, received, isRoot ? Math.max(bytes, block) : bytes);
      }
      case GATHERV -> {
        long received = isRoot ? sum(op, OpField.RECEIVE_BYTES_BY_RANK, members) : 0;
        set(bytes, received, isRoot ? Math.max(bytes, largest) : bytes);
      }
      case SCATTER -> {
        long sent = isRoot ? Math.multiplyExact(bytes, members) : 0;
        set(sent, block, isRoot ? Math.max(bytes, block) : block);
      }
      case SCATTERV -> {
        long sent = isRoot ? sum(op, OpField.SEND_BYTES_BY_RANK, members) : 0;
        set(sent, block, isRoot ? Math.max(block, largest) : block);
      }
      case ALLGATHER -> set(bytes, Math.multiplyExact(block, members), Math.max(bytes, block));
      case ALLGATHERV -> {
        long received = sum(op, OpField.RECEIVE_BYTES_BY_RANK, members);
        set(bytes, received, Math.max(bytes, largest));
      }
      case ALLTOALL ->
          set(
              Math.multiplyExact(bytes, members),
              Math.multiplyExact(block, members),
              Math.max(bytes, block));
      case ALLTOALLV, ALLTOALLW -> {
        long sent = sum(op, OpField.SEND_BYTES_BY_RANK, members);
        long largestSent = largest;
        long received = sum(op, OpField.RECEIVE_BYTES_BY_RANK, members);
        set(sent, received, Math.max(largestSent, largest));
      }
      case REDUCE -> set(bytes, isRoot ? bytes : 0, bytes);
      case ALLREDUCE, SCAN, EXSCAN -> set(bytes, bytes, bytes);
      case REDUCE_SCATTER -> {
        boolean total = op.listLength(OpField.SEND_BYTES_BY_RANK) == 1;
        long received = sum(op, OpField.RECEIVE_BYTES_BY_RANK, members);
        long vector = total ? op.listElement(OpField.SEND_BYTES_BY_RANK, 0) : received;
        boolean each = op.listLength(OpField.RECEIVE_BYTES_BY_RANK) == members;
        set(vector, each ? op.listElement(OpField.RECEIVE_BYTES_BY_RANK, member) : 0, vector);
      }
      case REDUCE_SCATTER_BLOCK -> {
        long vector = Math.multiplyExact(block, members);
        set(vector, block, vector);
      }
      case NEIGHBOR_ALLGATHER -> {
        int neighbours = op.listLength(OpField.RANKS);
        set(bytes, Math.multiplyExact(block, neighbours), Math.max(bytes, block));
        deliveredBytes = Math.multiplyExact(bytes, neighbours);
      }
      case NEIGHBOR_ALLTOALL -> {
        int neighbours = op.listLength(OpField.RANKS);
        set(
            Math.multiplyExact(bytes, neighbours),
            Math.multiplyExact(block, neighbours),
            Math.max(bytes, block));
      }
      case BARRIER -> set(0, 0, 0);
      // Of BLOCKING_COLLECTIVE all are listed: ops of communicators and windows move nothing.
      default -> set(0, 0, 0);
    }
    if (op.listLength(OpField.SEND_BYTES_BY_RANK) == 1) {
      sentBytes = atLeastZero(op.listElement(OpField.SEND_BYTES_BY_RANK, 0));
      deliveredBytes = sentBytes;
    }
    if (op.listLength(OpField.RECEIVE_BYTES_BY_RANK) == 1) {
      receivedBytes = atLeastZero(op.listElement(OpField.RECEIVE_BYTES_BY_RANK, 0));
    }
  }

  static Agreement agreement(OpCode blockingForm) {
    return switch (blockingForm) {
      case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
          Agreement.SAME_VECTOR;
      case GATHER,
          GATHERV,
          SCATTER,
          SCATTERV,
          ALLTOALL,
          ALLTOALLV,
          ALLTOALLW,
          NEIGHBOR_ALLGATHER,
          NEIGHBOR_ALLTOALL ->
          Agreement.SENT_IS_RECEIVED;
      case ALLGATHER, ALLGATHERV -> Agreement.SENT_IS_RECEIVED_BY_ALL;
      case BARRIER -> Agreement.NONE;
      // Of BLOCKING_COLLECTIVE all are listed: ops of communicators and windows move nothing.
      default -> Agreement.NONE;
    };
  }

  private void set(long sent, long received, long vector) {
    if (sent < 0 || received < 0 || vector < 0) {
      throw new IllegalArgumentException("states a negative size");
    }
    sentBytes = sent;
    receivedBytes = received;
    vectorBytes = vector;
    deliveredBytes = sent;
  }

  private static long atLeastZero(long size) {
    if (size < 0) {
      throw new IllegalArgumentException("states a negative size");
    }
    return size;
  }

  /**
   * The sum of a list with an element for each member, or one that is the total; notes the largest
   * block, which for a total is an equal share.
   */
  private long sum(OpView op, OpField field, int members) {
    int length = op.listLength(field);
    if (length != members && length > 1) {
      throw new IllegalArgumentException(
          "lists "
              + length
              + " sizes, but its communicator has "
              + members
              + (members == 1 ? " member" : " members"));
    }
    long sum = 0;
    largest = 0;
    for (int i = 0; i < length; i++) {
      long element = op.listElement(field, i);
      if (element < 0) {
        throw new IllegalArgumentException("lists a negative size");
      }
      largest = Math.max(largest, element);
      sum = Math.addExact(sum, element);
    }
    if (length < members) {
      largest = sum / members + (sum % members == 0 ? 0 : 1);
    }
    return sum;
  }
}
