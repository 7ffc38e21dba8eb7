package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/** The definitions of a whole archive, as they are written. */
final class Definitions {
  private static final int CLOCK = 5;
  private static final int STRING = 10;
  private static final int LOCATION_GROUP = 13;
  private static final int LOCATION = 14;
  private static final int REGION = 15;
  private static final int GROUP = 18;
  private static final int COMM = 22;
  private static final long MOST_TICKS = 1_000_000_000_000_000L;
  private static final int PROCESS = 1;
  private static final int CPU_THREAD = 1;

  /** A sequence of events. */
  record Location(long id, boolean isThread, long events, long group) {}

  /** Locations or ranks. */
  record Group(int type, int paradigm, long[] members) {
    static final int COMM_LOCATIONS = 4;
    static final int COMM_GROUP = 5;
    static final int COMM_SELF = 6;
  }

  /** A communicator. */
  record Comm(long id, long name, long group) {}

  private record RawRegion(long name, long file, long line, int paradigm) {}

  private final Path path;
  private final Map<Long, String> strings = new HashMap<>();
  private final Map<Long, Boolean> processes = new LinkedHashMap<>();
  private final Map<Long, Location> locations = new LinkedHashMap<>();
  private final Map<Long, RawRegion> rawRegions = new HashMap<>();
  private final Long2ObjectOpenHashMap<Region> regions = new Long2ObjectOpenHashMap<>();
  private final Map<Long, Group> groups = new HashMap<>();
  private final Map<Long, Comm> comms = new LinkedHashMap<>();
  private @Nullable Group ranks;
  private long ticksPerSecond;
  private long firstTick;
  private boolean isOfEztrace;

  private Definitions(Path path) {
    this.path = path;
  }

  /** Reads the file of an archive. */
  static Definitions of(Archive archive) {
    Definitions definitions = new Definitions(archive.definitions());
    try (RecordInput records =
        RecordInput.open(archive.definitions(), archive.anchor().definitionChunkBytes())) {
      BinaryInput in = records.in();
      for (int type = records.next(); type >= 0; type = records.next()) {
        long end = in.recordEnd();
        definitions.read(in, type, end);
        in.skipTo(end, "a definition");
      }
    }
    definitions.isOfEztrace = definitions.strings.containsValue("EZTrace finalize");
    if (definitions.ticksPerSecond == 0) {
      throw new TraceException(
          archive.definitions() + ": expected the properties of the clock, found none");
    }
    return definitions;
  }

  private void read(BinaryInput in, int type, long end) {
    switch (type) {
      case CLOCK -> {
        ticksPerSecond = in.c64("ticks per second");
        firstTick = in.c64("the first tick");
        if (ticksPerSecond < 1 || ticksPerSecond > MOST_TICKS) {
          throw in.damaged(
              "1 to " + MOST_TICKS + " ticks per second", Long.toUnsignedString(ticksPerSecond));
        }
      }
      case STRING -> strings.put(in.c32("the number of a text"), in.text("a text"));
      case LOCATION_GROUP -> {
        long id = in.c32("the number of a location group");
        in.c32("a name");
        processes.put(id, in.u8("a type of location group") == PROCESS);
      }
      case LOCATION -> {
        long id = in.c64("the number of a location");
        in.c32("a name");
        boolean isThread = in.u8("a type of location") == CPU_THREAD;
        long events = in.c64("a number of events");
        locations.put(
            id, new Location(id, isThread, events, in.c32("the number of a location group")));
      }
      case REGION -> {
        long id = in.c32("the number of a region");
        long name = in.c32("a name");
        in.c32("a description");
        in.u8("a type of region");
        long file = in.c32("the name of a file");
        long line = in.c32("a line");
        in.c32("a line");
        int paradigm = 0;
        if (in.position() < end) {
          in.c32("a name");
          in.u8("a role");
          paradigm = in.u8("a paradigm");
        }
        rawRegions.put(id, new RawRegion(name, file, line, paradigm));
      }
      case GROUP -> group(in, end);
      case COMM -> {
        long id = in.c32("the number of a communicator");
        comms.put(id, new Comm(id, in.c32("a name"), in.c32("the number of a group")));
      }
      default -> {}
    }
  }

  private void group(BinaryInput in, long end) {
    long id = in.c32("the number of a group");
    in.c32("a name");
    // The first version of the format numbers the types of groups otherwise.
    int old = in.u8("a type of group");
    long count = in.c32("a number of members");
    if (count > end - in.position()) {
      throw in.damaged("a group whose members fit into its record", "one of " + count);
    }
    LongArrayList members = new LongArrayList();
    for (long i = 0; i < count; i++) {
      members.add(in.c64("a member"));
    }
    int type =
        switch (old) {
          case 4 -> Group.COMM_GROUP;
          case 5 -> Group.COMM_SELF;
          case 6 -> Group.COMM_LOCATIONS;
          default -> old;
        };
    int paradigm = Region.MPI;
    if (in.position() < end) {
      type = in.u8("a type of group");
      paradigm = in.u8("a paradigm");
    }
    Group group = new Group(type, paradigm, members.toLongArray());
    if (type == Group.COMM_LOCATIONS && (paradigm == Region.MPI || ranks == null)) {
      ranks = group;
    }
    // EZTrace gives the locations and the communicator of all ranks one number.
    if (type != Group.COMM_LOCATIONS || !groups.containsKey(id)) {
      groups.put(id, group);
    }
  }

  /** The location of each rank. */
  List<Location> ranks() {
    List<Location> found = new ArrayList<>();
    if (ranks != null) {
      for (long member : ranks.members()) {
        Location location = locations.get(member);
        if (location == null) {
          throw undefined("location", member);
        }
        found.add(location);
      }
    } else {
      Map<Long, Location> first = new LinkedHashMap<>();
      for (Location location : locations.values()) {
        if (location.isThread() && processes.getOrDefault(location.group(), false)) {
          first.putIfAbsent(location.group(), location);
        }
      }
      found.addAll(first.values());
    }
    if (found.isEmpty()) {
      throw new TraceException(path + ": expected locations of processes, found none");
    }
    if (found.stream().map(Location::id).distinct().count() < found.size()) {
      throw new TraceException(path + ": expected a location for each rank, found one of several");
    }
    return found;
  }

  /** Whether EZTrace wrote the archive; it defines a region of this name. */
  boolean isOfEztrace() {
    return isOfEztrace;
  }

  /** How many locations there are. */
  int locations() {
    return locations.size();
  }

  /** All communicators. */
  List<Comm> comms() {
    return List.copyOf(comms.values());
  }

  /** A group. */
  Group group(long id) {
    Group group = groups.get(id);
    if (group == null) {
      throw undefined("group", id);
    }
    return group;
  }

  /** A text, empty if it is not defined. */
  String text(long id) {
    return strings.getOrDefault(id, "");
  }

  /** A region, null if it is not defined. */
  @Nullable Region region(long id) {
    Region known = regions.get(id);
    if (known != null) {
      return known;
    }
    RawRegion raw = rawRegions.get(id);
    if (raw == null) {
      return null;
    }
    String file = text(raw.file());
    String place =
        file.isEmpty() || raw.line() == 0 || raw.line() == BinaryInput.UNDEFINED
            ? ""
            : file.substring(file.lastIndexOf('/') + 1) + ":" + raw.line();
    String name = text(raw.name());
    Region region = Region.of(name.isEmpty() ? "region " + id : name, place, raw.paradigm());
    regions.put(id, region);
    return region;
  }

  long ticksPerSecond() {
    return ticksPerSecond;
  }

  long firstTick() {
    return firstTick;
  }

  /** A message about something that has no definition. */
  TraceException undefined(String what, long id) {
    return new TraceException(
        path
            + ": expected a definition of "
            + what
            + " "
            + Long.toUnsignedString(id)
            + ", found none; the archive is incomplete");
  }
}
