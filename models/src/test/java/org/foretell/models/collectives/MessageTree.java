package org.foretell.models.collectives;

import java.util.Arrays;
import java.util.function.BiPredicate;

/** The tree that the first messages make which each member sends, or receives. */
final class MessageTree extends Delivery {
  private final boolean upwards;
  private final BiPredicate<Integer, Integer> counts;
  private final int[] parent;

  /**
   * No messages so far.
   *
   * @param upwards whether members send to their parents, or receive from them
   * @param counts whether a message from one member to another counts
   */
  MessageTree(int members, boolean upwards, BiPredicate<Integer, Integer> counts) {
    this.upwards = upwards;
    this.counts = counts;
    parent = new int[members];
    Arrays.fill(parent, -1);
  }

  /** A member's parent, -1 for one at the top. */
  int parent(int member) {
    return parent[member];
  }

  /** Whether a member is another one or below it. */
  boolean reaches(int above, int member) {
    int at = member;
    while (at != above && at >= 0) {
      at = parent[at];
    }
    return at == above;
  }

  @Override
  public Object send(int member, int to, long bytes) {
    int child = upwards ? member : to;
    if (counts.test(member, to) && parent[child] < 0) {
      parent[child] = upwards ? to : member;
    }
    return "";
  }
}
