package org.foretell.engine.reference;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.foretell.trace.Communicator;

/** A communicator while a trace is being made up: its members and how each calls it. */
final class Members {
  static final int WORLD = Communicator.WORLD;

  private final int[] worldRanks;
  private final int[] names;

  Members(int[] worldRanks, int[] names) {
    this.worldRanks = worldRanks;
    this.names = names;
  }

  /** All call it the same. */
  Members(int[] worldRanks, int name) {
    this(worldRanks, IntStream.generate(() -> name).limit(worldRanks.length).toArray());
  }

  int size() {
    return worldRanks.length;
  }

  int worldRank(int member) {
    return worldRanks[member];
  }

  /** The id under which a world rank knows this. */
  int name(int worldRank) {
    return names[Arrays.stream(worldRanks).boxed().toList().indexOf(worldRank)];
  }
}
