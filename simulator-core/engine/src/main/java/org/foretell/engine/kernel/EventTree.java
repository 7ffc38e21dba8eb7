package org.foretell.engine.kernel;

import java.util.Arrays;

/**
 * At most one pending event for each rank, the earliest on top: a winner tree over the ranks,
 * ordered by time, then by sequence number. Taking and adding cost a path to the root, without
 * branches over the shape of the tree; adding stops as soon as an earlier event wins.
 */
public final class EventTree {
  /** Time of a rank without event, and of an empty tree. */
  public static final long NONE = Long.MAX_VALUE;

  private final int leaves;
  private final int rankBits;

  /**
   * Node i (root 1, children 2i and 2i+1): time at 2i, ticket at 2i+1. A ticket is the sequence
   * number followed by the rank, so that it orders and names at once.
   */
  private final long[] nodes;

  public EventTree(int ranks) {
    rankBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(ranks - 1));
    leaves = 1 << rankBits;
    nodes = new long[4 * leaves];
    Arrays.fill(nodes, NONE);
  }

  /** Bits that sequence numbers may have which do not come {@link #last}. */
  public int numberBits() {
    return 62 - rankBits;
  }

  /** Added to sequence numbers, it brings them behind all others of their time. */
  public long last() {
    return 1L << numberBits();
  }

  /** Time of the earliest event, {@link #NONE} when there is none. */
  public long time() {
    return nodes[2];
  }

  /** Time of the event of a rank, {@link #NONE} if it has none. */
  public long time(int rank) {
    return nodes[2 * (leaves + rank)];
  }

  /** Sequence number of the earliest event. */
  public long sequence() {
    return nodes[3] >>> rankBits;
  }

  /** Rank of the earliest event. */
  public int rank() {
    return (int) nodes[3] & (leaves - 1);
  }

  /** Sets the event of a rank, in place of the one that it has. */
  public void set(int rank, long timePs, long sequence) {
    if (sequence >>> (63 - rankBits) != 0) {
      throw new AssertionError("event sequence numbers exhausted: " + sequence);
    }
    store(rank, timePs, sequence << rankBits | rank);
  }

  /** Takes the event of a rank away, if it has one. */
  public void clear(int rank) {
    store(rank, NONE, NONE);
  }

  private void store(int rank, long timePs, long ticket) {
    long[] node = nodes;
    int i = leaves + rank;
    node[2 * i] = timePs;
    node[2 * i + 1] = ticket;
    long time = timePs;
    long label = ticket;
    while (i > 1) {
      int sibling = 2 * (i ^ 1);
      long otherTime = node[sibling];
      long otherLabel = node[sibling + 1];
      // Which of the two is earlier cannot be foreseen, so it is not asked by a branch.
      long difference = otherTime - time;
      long earlier = (difference != 0 ? difference : otherLabel - label) >> 63;
      time ^= (time ^ otherTime) & earlier;
      label ^= (label ^ otherLabel) & earlier;
      i >>= 1;
      if (node[2 * i + 1] == label && node[2 * i] == time) {
        return;
      }
      node[2 * i] = time;
      node[2 * i + 1] = label;
    }
  }
}
