package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.foretell.trace.Communicator;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.jspecify.annotations.Nullable;

/** Which locations are ranks, and the communicators and windows by the numbers of the archive. */
final class Ranks {
  private static final int MPI = 4;
  private static final int SHMEM = 13;
  private static final int COMM_GROUP = 5;
  private static final int COMM_SELF = 6;
  private static final int GLOBAL_MEMBERS = 1;
  private static final int PROCESS = 1;
  private static final int PROCESSOR_THREAD = 1;

  private final Path file;
  private final Definitions definitions;
  private final long[] locations;
  private final LongOpenHashSet silent = new LongOpenHashSet();
  private final Long2IntOpenHashMap rankOfLocation = new Long2IntOpenHashMap();
  private final Int2ObjectOpenHashMap<Members> communicators = new Int2ObjectOpenHashMap<>();
  private int nextId = Communicator.FIRST_FREE;

  Ranks(Archive archive, Definitions definitions) {
    file = archive.definitions();
    this.definitions = definitions;
    locations = locations(definitions);
    if (locations.length == 0 || locations.length > TraceInfo.MAX_RANKS) {
      throw new TraceException(
          file
              + ": expected definitions of 1 to "
              + TraceInfo.MAX_RANKS
              + " locations that communicate, found "
              + locations.length
              + "; trace a program of MPI or SHMEM");
    }
    for (Definitions.Location location : definitions.locations) {
      if (location.events() == 0) {
        silent.add(location.id());
      }
    }
    rankOfLocation.defaultReturnValue(-1);
    for (int rank = 0; rank < locations.length; rank++) {
      if (rankOfLocation.put(locations[rank], rank) >= 0) {
        throw new TraceException(
            file
                + ": expected a rank for each location, found location "
                + Long.toUnsignedString(locations[rank])
                + " twice; the archive is damaged");
      }
    }
  }

  private static long[] locations(Definitions definitions) {
    for (int paradigm : new int[] {MPI, SHMEM}) {
      for (Definitions.Group group : definitions.communicating) {
        if (group.paradigm() == paradigm && group.members().length > 0) {
          return group.members();
        }
      }
    }
    // No group says it: the first thread of each process, in their order.
    Set<Integer> seen = new HashSet<>();
    LongArrayList first = new LongArrayList();
    for (Definitions.Location location : definitions.locations) {
      Definitions.ProcessGroup process = definitions.processes.get(location.group());
      boolean isThread = location.type() == PROCESSOR_THREAD;
      boolean isProcess = process == null || process.type() <= PROCESS;
      if (isThread && isProcess && seen.add(location.group())) {
        first.add(location.id());
      }
    }
    return first.toLongArray();
  }

  int count() {
    return locations.length;
  }

  long location(int rank) {
    return locations[rank];
  }

  /** How many locations are no ranks. */
  int otherLocations() {
    return (int)
        definitions.locations.stream()
            .filter(location -> rankOfLocation.get(location.id()) < 0)
            .count();
  }

  /** Whether the definitions say that a rank recorded nothing, so that its file may be missing. */
  boolean isSilent(int rank) {
    return silent.contains(locations[rank]);
  }

  /** The most ranks that had the same node; 0 if that is not known. */
  int ranksPerNode() {
    Map<Long, Integer> groupOf = new HashMap<>();
    definitions.locations.forEach(location -> groupOf.put(location.id(), location.group()));
    Map<Integer, Integer> counts = new HashMap<>();
    int most = 0;
    for (long location : locations) {
      Definitions.ProcessGroup process =
          definitions.processes.get(groupOf.getOrDefault(location, -1));
      if (process == null || !definitions.nodeClass(process.node()).equalsIgnoreCase("node")) {
        return 0;
      }
      most = Math.max(most, counts.merge(process.node(), 1, Integer::sum));
    }
    return most;
  }

  /** Defines all communicators of several ranks. */
  void define(TraceSink sink) {
    boolean hasWorld = false;
    for (int number : definitions.communicatorsInOrder) {
      Members members = members(number, !hasWorld);
      Members other = communicators.put(number, members);
      hasWorld |= members.id() == Communicator.WORLD;
      if (other == null && members.id() >= Communicator.FIRST_FREE && members.refused().isEmpty()) {
        sink.communicator(new Communicator(members.id(), members.worldRanks()));
      }
    }
    for (int number : definitions.intercommunicators) {
      communicators.put(number, new Members(-1, new int[0], "an intercommunicator"));
    }
  }

  private Members members(int number, boolean mayBeWorld) {
    int groupNumber = definitions.communicators.get(number);
    Definitions.Group group = definitions.groups.get(groupNumber);
    if (group == null) {
      return refused("one of group " + Integer.toUnsignedString(groupNumber) + " without members");
    }
    if (group.type() == COMM_SELF) {
      return Members.SELF;
    }
    int[] ranks = worldRanks(group);
    if (ranks == null) {
      return refused("one with a member that is no rank");
    }
    if (ranks.length == 1) {
      return Members.SELF;
    }
    if (ranks.length == 0) {
      return refused("one without members");
    }
    boolean isWorld = mayBeWorld && ranks.length == locations.length;
    for (int i = 0; i < ranks.length && isWorld; i++) {
      isWorld = ranks[i] == i;
    }
    return new Members(isWorld ? Communicator.WORLD : nextId++, ranks, "");
  }

  private static Members refused(String why) {
    return new Members(-1, new int[0], why);
  }

  /** The ranks of a group; null if a member is none, or twice in it. */
  private int @Nullable [] worldRanks(Definitions.Group group) {
    boolean isLocal = group.type() == COMM_GROUP && (group.flags() & GLOBAL_MEMBERS) == 0;
    int[] ranks = new int[group.members().length];
    for (int i = 0; i < ranks.length; i++) {
      long member = group.members()[i];
      if (isLocal
          ? member < 0 || member >= locations.length
          : !rankOfLocation.containsKey(member)) {
        return null;
      }
      ranks[i] = isLocal ? (int) member : rankOfLocation.get(member);
    }
    int[] sorted = ranks.clone();
    Arrays.sort(sorted);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        return null;
      }
    }
    return ranks;
  }

  /**
   * A communicator by its number.
   *
   * @throws TraceException if its ops cannot be replayed
   */
  Members communicator(EventReader event, int number) {
    Members members = communicators.get(number);
    if (members == null) {
      throw event.refused(
          "a communicator that a definition defines",
          "number " + Integer.toUnsignedString(number),
          "the definitions of the archive are damaged; copy it again, or trace again");
    }
    if (!members.refused().isEmpty()) {
      throw event.refused(
          "a communicator within one group of ranks",
          members.refused(),
          "such a program cannot be replayed");
    }
    return members;
  }

  /** The communicator of a window. */
  Members window(EventReader event, int window) {
    if (!definitions.windows.containsKey(window)) {
      throw event.refused(
          "a window that a definition defines",
          "number " + Integer.toUnsignedString(window),
          "the definitions of the archive are damaged; copy it again, or trace again");
    }
    return communicator(event, definitions.windows.get(window));
  }

  /** Members of a group as ranks of a communicator; null if one is none of it. */
  long @Nullable [] members(int group, Members communicator) {
    Definitions.Group found = definitions.groups.get(group);
    int[] world = found == null ? null : worldRanks(found);
    if (world == null) {
      return null;
    }
    long[] list = new long[world.length];
    for (int i = 0; i < list.length; i++) {
      list[i] = communicator.rank(world[i]);
      if (list[i] < 0) {
        return null;
      }
    }
    return list;
  }
}
