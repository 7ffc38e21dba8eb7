package org.foretell.timelines;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.IOException;
import org.foretell.trace.Communicator;

/** The communicators and sizes of the collectives that ranks call. */
final class Collectives {
  private static final int[] NOT_LISTED = {};
  private static final Group WORLD = new Group(0, NOT_LISTED);
  private static final Group ALONE = new Group(-1, NOT_LISTED);

  /** By rank and what it calls them. */
  private final Long2ObjectOpenHashMap<Group> groups = new Long2ObjectOpenHashMap<>();

  private final long[] sentBytes;
  private final long[] receivedBytes;

  private record Group(int number, int[] members) {}

  Collectives(int ranks) {
    sentBytes = new long[ranks];
    receivedBytes = new long[ranks];
  }

  /** A rank has a name for a communicator from now on. */
  void named(int rank, int communicator, int number, int[] members) {
    groups.put(key(rank, communicator), new Group(number, members));
  }

  private static long key(int rank, int communicator) {
    return (long) rank << 32 | communicator;
  }

  /** A rank calls a collective. */
  void called(int rank, long sent, long received) {
    sentBytes[rank] = sent;
    receivedBytes[rank] = received;
  }

  /** The latest collective that a rank has called is written. */
  void write(TimelineWriter writer, int rank, int communicator, boolean isRoot) throws IOException {
    Group group =
        switch (communicator) {
          case Communicator.WORLD -> WORLD;
          case Communicator.SELF -> ALONE;
          default -> groups.get(key(rank, communicator));
        };
    if (group == null) {
      throw new IllegalStateException("rank " + rank + " has no communicator " + communicator);
    }
    writer.collective(
        rank, group.number, group.members, sentBytes[rank], receivedBytes[rank], isRoot);
  }
}
