package org.foretell.parsers.lowering;

/**
 * A collective, as one of its members sees it.
 *
 * @param kind which collective
 * @param bytes as the kind counts them, at least 0
 * @param root number of the root among the members; of no meaning without one
 * @param member number of this member, 0 to {@code members - 1}
 * @param members how many there are, at least 1
 */
public record CollectiveCall(CollectiveKind kind, long bytes, int root, int member, int members) {
  /** Checks the numbers. */
  public CollectiveCall {
    if (bytes < 0
        || members < 1
        || Math.min(root, member) < 0
        || Math.max(root, member) >= members) {
      throw new IllegalArgumentException(
          kind + " of " + bytes + " bytes, root " + root + ", member " + member + " of " + members);
    }
  }

  /** The member so many after this one, around the ring of all. */
  int after(int distance) {
    return Math.floorMod(member + distance, members);
  }

  /** How far this member is from the root, around the ring of all. */
  int fromRoot() {
    return Math.floorMod(member - root, members);
  }

  /** The member that is so far from the root. */
  int atDistanceFromRoot(int distance) {
    return Math.floorMod(root + distance, members);
  }

  /** Size of one of as many equal parts of the bytes as there are members. */
  long part(int index) {
    return part(bytes, index, members);
  }

  /** Size of one of several parts that are equal but for a byte; the larger ones come first. */
  static long part(long whole, int index, int parts) {
    return whole / parts + (index < whole % parts ? 1 : 0);
  }

  /** This call as another collective, with other bytes. */
  CollectiveCall as(CollectiveKind other, long others) {
    return new CollectiveCall(other, others, root, member, members);
  }
}
