package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.time.Ps;

/**
 * Writes the definitions of an archive, each when it is first needed; {@link Definitions} reads
 * them.
 */
final class DefinitionOutput implements Closeable {
  /** A window of one-sided ops. */
  private record Window(int communicator, int index) {}

  /** The region of a call or a part of the program. */
  private record NamedRegion(RegionKind kind, String title) {}

  /**
   * What records events.
   *
   * @param rank of which it is
   * @param lane 0, or a further one of the rank
   * @param events how many it has
   */
  record Location(int rank, int lane, long events) {}

  private static final int PROCESS = 1;
  private static final int THREAD = 1;
  private static final int COMM_GROUP = 5;
  private static final int COMM_SELF = 6;

  private final int ranks;
  private final RecordOutput file;
  private final Object2IntOpenHashMap<String> strings = new Object2IntOpenHashMap<>();
  private final Map<NamedRegion, Integer> regions = new HashMap<>();
  private final IdentityHashMap<int[], Integer> communicators = new IdentityHashMap<>();
  private final Map<List<Integer>, Integer> groups = new HashMap<>();
  private final Map<Window, Integer> windows = new HashMap<>();

  /** Whether the number of MPI_COMM_WORLD has been given away; others may have all ranks too. */
  private boolean worldIsMet;

  private int nextGroup;
  private int nextCommunicator;

  /** Begins with what all archives have: locations, and the communicators of all programs. */
  DefinitionOutput(Path path, int chunkBytes, int ranks) throws IOException {
    this.ranks = ranks;
    file = new RecordOutput(path, chunkBytes);
    string("");
    long[] locations = new long[ranks];
    Arrays.setAll(locations, rank -> rank);
    group(Definitions.COMM_LOCATIONS, locations);
    define("MPI_COMM_WORLD", group(COMM_GROUP, locations));
    define("MPI_COMM_SELF", group(COMM_SELF, new long[0]));
  }

  /** How many there are. */
  long count() {
    return file.records();
  }

  private int string(String text) throws IOException {
    int known = strings.getOrDefault(text, -1);
    if (known >= 0) {
      return known;
    }
    int number = strings.size();
    strings.put(text, number);
    file.number(number).text(text).end(Definitions.STRING);
    return number;
  }

  private int group(int type, long[] members) throws IOException {
    int number = nextGroup++;
    int empty = string("");
    file.number(number).number(empty).u8(type).number(members.length);
    for (long member : members) {
      file.number(member);
    }
    file.u8(type).u8(Region.MPI).number(0).end(Definitions.GROUP);
    return number;
  }

  private int define(String title, int group) throws IOException {
    int number = nextCommunicator++;
    int text = string(title);
    file.number(number).number(text).number(group).number(RecordFile.UNDEFINED).number(0);
    file.end(Definitions.COMM);
    return number;
  }

  /** The number of a communicator; the same array stands for the same one. */
  int communicator(int[] members) throws IOException {
    Integer known = communicators.get(members);
    if (known != null) {
      return known;
    }
    boolean isWorld = !worldIsMet && isWorld(members);
    worldIsMet |= isWorld;
    int number =
        isWorld ? Otf2Output.WORLD : members.length == 1 ? Otf2Output.SELF : define(members);
    communicators.put(members, number);
    return number;
  }

  private boolean isWorld(int[] members) {
    for (int i = 0; i < members.length; i++) {
      if (members[i] != i) {
        return false;
      }
    }
    return members.length == ranks;
  }

  private int define(int[] members) throws IOException {
    long[] ranks = Arrays.stream(members).asLongStream().toArray();
    return define("communicator " + nextCommunicator, group(COMM_GROUP, ranks));
  }

  /** The number of a group of ranks of a communicator. */
  int group(List<Integer> worldRanks) throws IOException {
    Integer known = groups.get(worldRanks);
    if (known == null) {
      known = group(COMM_GROUP, worldRanks.stream().mapToLong(rank -> rank).toArray());
      groups.put(worldRanks, known);
    }
    return known;
  }

  /** The number of a window, the one that its communicator has made at this index. */
  int window(int communicator, int index) throws IOException {
    Window window = new Window(communicator, index);
    Integer known = windows.get(window);
    if (known == null) {
      known = windows.size();
      windows.put(window, known);
      int text = string("window " + known);
      file.number(known).number(text).number(communicator).number(0);
      file.end(Definitions.RMA_WIN);
    }
    return known;
  }

  /** The number of a region. */
  int region(RegionKind kind, String title) throws IOException {
    NamedRegion key = new NamedRegion(kind, title);
    Integer known = regions.get(key);
    if (known != null) {
      return known;
    }
    int number = regions.size();
    regions.put(key, number);
    int text = string(title);
    int empty = string("");
    file.number(number).number(text).number(empty).u8(1);
    file.number(RecordFile.UNDEFINED).number(0).number(0);
    file.number(text).u8(kind.role).u8(kind.paradigm).number(0).end(Definitions.REGION);
    return number;
  }

  /**
   * Nodes, processes, locations and the clock.
   *
   * @param nodes the node of each rank; empty if it is not known
   * @param locations those of ranks by rank, then others
   * @param lastPs no event is later
   */
  void finish(int[] nodes, List<Location> locations, long lastPs) throws IOException {
    file.number(Ps.PER_SECOND).number(0).number(lastPs + 1).number(RecordFile.UNDEFINED);
    file.end(Definitions.CLOCK);
    int machine = string("machine");
    file.number(0).number(machine).number(machine).number(RecordFile.UNDEFINED);
    file.end(Definitions.SYSTEM_TREE_NODE);
    int type = string("node");
    int count = Arrays.stream(nodes).max().orElse(-1) + 1;
    for (int node = 0; node < count; node++) {
      int text = string("node " + node);
      file.number(node + 1).number(text).number(type).number(0);
      file.end(Definitions.SYSTEM_TREE_NODE);
    }
    for (int rank = 0; rank < ranks; rank++) {
      int text = string("rank " + rank);
      int node = nodes.length == 0 ? 0 : nodes[rank] + 1;
      file.number(rank).number(text).u8(PROCESS).number(node).number(RecordFile.UNDEFINED);
      file.end(Definitions.LOCATION_GROUP);
    }
    for (int id = 0; id < locations.size(); id++) {
      Location location = locations.get(id);
      int text = string(location.lane == 0 ? "thread" : "thread " + (location.lane + 1));
      file.number(id).number(text).u8(THREAD).number(location.events).number(location.rank);
      file.end(Definitions.LOCATION);
    }
    file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
