package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.foretell.trace.Communicator;
import org.foretell.trace.TraceException;

/** The communicators of an archive as ours. */
final class Communicators {
  /** -2 as a number of 32 bits without sign. */
  private static final long NOBODY = 0xFFFFFFFEL;

  private final int ranks;
  private final Long2ObjectOpenHashMap<Communicator> byId = new Long2ObjectOpenHashMap<>();
  private final List<Communicator> created = new ArrayList<>();

  Communicators(Definitions definitions, int ranks) {
    this.ranks = ranks;
    boolean hasWorld = false;
    for (Definitions.Comm comm : definitions.comms()) {
      Definitions.Group group = definitions.group(comm.group());
      if (group.type() == Definitions.Group.COMM_SELF) {
        byId.put(comm.id(), new Communicator(Communicator.SELF, new int[] {0}));
        continue;
      }
      int[] members = members(comm, group);
      boolean isAll = Arrays.equals(members, IntStream.range(0, ranks).toArray());
      if (isAll && !hasWorld) {
        hasWorld = true;
        byId.put(comm.id(), new Communicator(Communicator.WORLD, members));
      } else if (members.length == 1) {
        byId.put(comm.id(), new Communicator(Communicator.SELF, members));
      } else if (members.length > 0) {
        Communicator ours = new Communicator(Communicator.FIRST_FREE + created.size(), members);
        created.add(ours);
        byId.put(comm.id(), ours);
      }
    }
  }

  private int[] members(Definitions.Comm comm, Definitions.Group group) {
    int[] members = new int[group.members().length];
    for (int i = 0; i < members.length; i++) {
      long member = group.type() == Definitions.Group.COMM_LOCATIONS ? i : group.members()[i];
      if (member < 0 || member >= ranks) {
        throw new TraceException(
            "communicator "
                + comm.id()
                + " of the archive: expected ranks of 0 to "
                + (ranks - 1)
                + ", found "
                + Long.toUnsignedString(member));
      }
      members[i] = (int) member;
    }
    if (Arrays.stream(members).distinct().count() < members.length) {
      throw new TraceException(
          "communicator " + comm.id() + " of the archive: a rank is in it several times");
    }
    return members;
  }

  /** Those that have to be defined. */
  List<Communicator> created() {
    return created;
  }

  /** The communicator of an event. */
  Communicator of(EventCursor event) {
    Communicator found = byId.get(event.comm);
    if (found == null) {
      throw event.damaged("a communicator that is defined", "communicator " + event.comm);
    }
    return found;
  }

  /**
   * Whether a message is to or from nobody: EZTrace passes MPI_PROC_NULL on, which is -2 in Open
   * MPI and -1 in MPICH.
   */
  static boolean isNobody(EventCursor event) {
    return event.peer == NOBODY || event.peer == BinaryInput.UNDEFINED;
  }

  /** The rank that is the peer or root of an event. */
  int peer(EventCursor event, Communicator communicator) {
    if (event.peer < 0 || event.peer >= communicator.size()) {
      throw event.damaged(
          "a rank of 0 to " + (communicator.size() - 1) + " of communicator " + event.comm,
          event.peer == BinaryInput.UNDEFINED ? "none" : String.valueOf(event.peer));
    }
    return (int) event.peer;
  }

  /** The number of a rank in a communicator that it is in, otherwise 0. */
  static int rankOf(Communicator communicator, int worldRank) {
    if (communicator.id() == Communicator.WORLD) {
      return worldRank;
    }
    int[] members = communicator.worldRanks();
    for (int i = 0; i < members.length; i++) {
      if (members[i] == worldRank) {
        return i;
      }
    }
    return 0;
  }
}
