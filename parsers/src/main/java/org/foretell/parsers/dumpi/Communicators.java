package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.foretell.trace.Communicator;
import org.jspecify.annotations.Nullable;

/** The communicators of one rank: which id of the trace stands for each of the file's numbers. */
final class Communicators {
  /** The file's number of no communicator. */
  static final int NULL = 1;

  private static final int WORLD = 2;
  private static final int SELF = 3;

  private final Int2ObjectOpenHashMap<KnownCommunicator> byNumber = new Int2ObjectOpenHashMap<>();
  private int nextId;

  /** Only the world and the rank itself. */
  void begin(int rank, int ranks) {
    byNumber.clear();
    nextId = Communicator.FIRST_FREE;
    KnownCommunicator world = new KnownCommunicator(Communicator.WORLD, null);
    world.rank = rank;
    world.size = ranks;
    byNumber.put(WORLD, world);
    KnownCommunicator self = new KnownCommunicator(Communicator.SELF, null);
    self.rank = 0;
    self.size = 1;
    byNumber.put(SELF, self);
  }

  /** A communicator by the file's number, null if there is none. */
  @Nullable KnownCommunicator of(int number) {
    return byNumber.get(number);
  }

  /** A new communicator of the file's number, with an id that none has had. */
  KnownCommunicator add(int number, @Nullable KnownCommunicator origin) {
    KnownCommunicator known = new KnownCommunicator(nextId++, origin);
    byNumber.put(number, known);
    return known;
  }

  /** Forgets a communicator; false if the number is that of the world, the rank itself or none. */
  boolean remove(int number) {
    return number > SELF && byNumber.remove(number) != null;
  }

  /** Takes note of what a call says of a communicator. */
  void apply(DumpiRecord call) {
    if (!call.has(Argument.COMM)) {
      return;
    }
    KnownCommunicator known = byNumber.get(call.intValue(Argument.COMM));
    if (known == null) {
      return;
    }
    switch (call.call.name()) {
      case "MPI_Comm_rank" -> known.rank = call.intValue(Argument.RANK);
      case "MPI_Comm_size" -> known.size = call.intValue(Argument.SIZE);
      default -> {} // Says nothing of the kind.
    }
  }
}
