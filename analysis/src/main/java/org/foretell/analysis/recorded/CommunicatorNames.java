package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.Communicator;

/**
 * What the communicators are that ranks have names for, by the call from which on they have them.
 */
final class CommunicatorNames {
  /** The communicator of a window has the window's name and this for a name. */
  private static final int WINDOWS = 1 << 30;

  private final Long2ObjectOpenHashMap<List<Named>> names = new Long2ObjectOpenHashMap<>();

  private record Named(int fromCall, int number, int[] members) {}

  private static long key(int rank, int communicator) {
    return (long) rank << 32 | communicator;
  }

  /** A rank has a name for a communicator from a call on, the one that makes it. */
  void named(int rank, int communicator, int fromCall, int number, int[] members) {
    names
        .computeIfAbsent(key(rank, communicator), key -> new ArrayList<>(1))
        .add(new Named(fromCall, number, members));
  }

  private Named find(int rank, int communicator, int call) {
    List<Named> all = names.get(key(rank, communicator));
    if (all != null) {
      for (int i = all.size() - 1; i >= 0; i--) {
        if (all.get(i).fromCall <= call) {
          return all.get(i);
        }
      }
    }
    throw new AssertionError("rank " + rank + ", call " + call + ": communicator " + communicator);
  }

  /** {@return what all members call a communicator, by what one calls it in one of its calls} */
  long of(int rank, int communicator, int call) {
    return switch (communicator) {
      case Communicator.WORLD -> Communicator.WORLD;
      case Communicator.SELF -> mixed(communicator, rank);
      default -> find(rank, communicator, call).number;
    };
  }

  /** As {@link #of}, of the communicator of a window. */
  long ofWindow(int rank, long window, int call) {
    return of(rank, WINDOWS + (int) window, call);
  }

  /** {@return the world rank of a member of a communicator} */
  int worldRank(int rank, int communicator, int call, int member) {
    return switch (communicator) {
      case Communicator.WORLD -> member;
      case Communicator.SELF -> rank;
      default -> find(rank, communicator, call).members[member];
    };
  }

  /** As {@link #worldRank}, of the communicator of a window. */
  int worldRankInWindow(int rank, long window, int call, int member) {
    return worldRank(rank, WINDOWS + (int) window, call, member);
  }

  static long mixed(long one, long other) {
    long mixed = (one ^ other * 0x9E37_79B9_7F4A_7C15L) * 0xBF58_476D_1CE4_E5B9L;
    return mixed ^ mixed >>> 29;
  }
}
