package org.foretell.parsers.otf2;

import org.foretell.trace.Communicator;

/**
 * A communicator.
 *
 * @param id of it in the trace
 * @param worldRanks of its members; empty for that of each rank alone
 * @param refused why none of its ops can be replayed; empty if they can
 */
record Members(int id, int[] worldRanks, String refused) {
  static final Members SELF = new Members(Communicator.SELF, new int[0], "");

  int size() {
    return id == Communicator.SELF ? 1 : worldRanks.length;
  }

  /** World rank of a member; the caller itself if each rank is alone. */
  int world(int member, int caller) {
    return id == Communicator.SELF ? caller : worldRanks[member];
  }

  /** Number of a world rank in it; -1 if it is no member. */
  int rank(int worldRank) {
    if (id == Communicator.WORLD) {
      return worldRank;
    }
    if (id == Communicator.SELF) {
      return 0;
    }
    for (int i = 0; i < worldRanks.length; i++) {
      if (worldRanks[i] == worldRank) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Members that && id == that.id;
  }

  @Override
  public int hashCode() {
    return id;
  }

  @Override
  public String toString() {
    return "communicator " + id;
  }
}
