package org.foretell.models.flow;

import java.util.Arrays;
import org.foretell.machine.Placement;

/**
 * The network interfaces of the nodes on which ranks run: by which of them each rank's messages
 * leave and arrive, and from when on each can take the next message. The ranks of a node take its
 * interfaces in turn, in rank order.
 *
 * <p>An interface begins with a message at once if it is free, and then with no other for the time
 * that a message takes it; it sends and takes in independently of each other.
 */
final class Interfaces {
  /** Unlimited interfaces, which are not distinguished. */
  static final Interfaces UNLIMITED = new Interfaces();

  private final long gapPs;

  /** By rank the number of the first interface of its node among those of all used nodes. */
  private final int[] first;

  /** By rank which interface of its node it has. */
  private final int[] own;

  /** By rank how many interfaces its node has. */
  private final int[] count;

  // By interface.
  private final long[] freeToSendPs;
  private final long[] freeToTakePs;

  private Interfaces() {
    gapPs = 0;
    first = new int[0];
    own = new int[0];
    count = new int[0];
    freeToSendPs = new long[0];
    freeToTakePs = new long[0];
  }

  /** How many interfaces a node has. */
  interface OfNode {
    int interfaces(int node);
  }

  /**
   * The interfaces of the nodes of a placement.
   *
   * @param placement where the ranks run
   * @param ofNode how many each node has, at least 1
   * @param gapPs how long a message takes an interface, at least 0
   */
  Interfaces(Placement placement, OfNode ofNode, long gapPs) {
    this.gapPs = gapPs;
    int ranks = placement.ranks();
    first = new int[ranks];
    own = new int[ranks];
    count = new int[ranks];
    int[] nodes = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodes[rank] = placement.node(rank);
    }
    int[] used = Arrays.stream(nodes).sorted().distinct().toArray();
    int[] firstOfUsed = new int[used.length];
    int[] ranksOfUsed = new int[used.length];
    int all = 0;
    for (int index = 0; index < used.length; index++) {
      firstOfUsed[index] = all;
      all = Math.addExact(all, ofNode.interfaces(used[index]));
    }
    for (int rank = 0; rank < ranks; rank++) {
      int index = Arrays.binarySearch(used, nodes[rank]);
      first[rank] = firstOfUsed[index];
      count[rank] = (index + 1 < used.length ? firstOfUsed[index + 1] : all) - firstOfUsed[index];
      own[rank] = ranksOfUsed[index]++ % count[rank];
    }
    freeToSendPs = new long[all];
    freeToTakePs = new long[all];
  }

  /** The same interfaces, all free. */
  Interfaces forAnotherReplay() {
    return this == UNLIMITED ? this : new Interfaces(this);
  }

  private Interfaces(Interfaces other) {
    gapPs = other.gapPs;
    first = other.first;
    own = other.own;
    count = other.count;
    freeToSendPs = new long[other.freeToSendPs.length];
    freeToTakePs = new long[other.freeToTakePs.length];
  }

  /** Whether a message keeps an interface from the next one. */
  boolean limitMessages() {
    return gapPs > 0;
  }

  /** Which of its node's interfaces a rank has; 0 if they are not distinguished. */
  int of(int rank) {
    return own.length == 0 ? 0 : own[rank];
  }

  /** How many interfaces the node of a rank has; 1 if they are not distinguished. */
  int count(int rank) {
    return count.length == 0 ? 1 : count[rank];
  }

  /**
   * When a message leaves that a rank hands over; times of calls never go back.
   *
   * @param which interface of the rank's node
   */
  long leavesPs(int rank, int which, long nowPs) {
    return take(freeToSendPs, first[rank] + which % count[rank], nowPs);
  }

  /**
   * When a message is taken in that arrives for a rank; times of calls never go back.
   *
   * @param which interface of the rank's node
   */
  long takenPs(int rank, int which, long nowPs) {
    return take(freeToTakePs, first[rank] + which % count[rank], nowPs);
  }

  private long take(long[] freePs, int number, long nowPs) {
    long begins = Math.max(nowPs, freePs[number]);
    freePs[number] = begins + gapPs;
    return begins;
  }
}
