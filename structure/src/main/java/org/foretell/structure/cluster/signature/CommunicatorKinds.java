package org.foretell.structure.cluster.signature;

import java.util.HashMap;
import java.util.Map;
import org.foretell.trace.Communicator;

/**
 * The kinds of communicators, without replaying the program: the world, self, and those of the
 * trace's table. Of others only a rank's own name for them is known.
 */
final class CommunicatorKinds {
  private static final long SIZED = 1L << 40;
  private static final long NAMED = 1L << 41;

  private final Map<Integer, Communicator> table = new HashMap<>();

  void define(Communicator communicator) {
    table.put(communicator.id(), communicator);
  }

  /** The kind of a communicator, equal for ranks in different communicators of the same kind. */
  long kind(int id) {
    if (id == Communicator.WORLD || id == Communicator.SELF) {
      return id;
    }
    Communicator known = table.get(id);
    return known == null ? NAMED + id : SIZED + known.size();
  }

  /** A rank of a communicator as world rank, itself if its members are not known. */
  long world(int id, long rank) {
    Communicator known = table.get(id);
    return known == null || rank < 0 || rank >= known.size()
        ? rank
        : known.worldRanks()[(int) rank];
  }
}
