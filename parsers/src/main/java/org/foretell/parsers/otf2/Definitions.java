package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The definitions that hold for all locations of an archive. */
final class Definitions {
  /**
   * Something that records events.
   *
   * @param id of it, which is the name of its files
   * @param type thread of a processor, stream of an accelerator, metrics
   * @param events how many it recorded, which tracers may get wrong
   * @param group the process to which it belongs
   */
  record Location(long id, int type, long events, int group) {}

  /**
   * A process.
   *
   * @param type process or accelerator
   * @param node where it ran
   */
  record ProcessGroup(int id, int type, int node) {}

  /**
   * Some locations, or members of the locations that communicate.
   *
   * @param type what the members are
   * @param paradigm of the locations
   * @param flags whether the members are locations all the same
   * @param members in their order
   */
  record Group(int type, int paradigm, int flags, long[] members) {}

  /**
   * A metric.
   *
   * @param name as the tool of counters has it
   * @param mode how its values relate to each other
   */
  record Metric(String name, int mode) {}

  private static final int END_OF_CHUNK = 0;
  private static final int END_OF_FILE = 2;
  static final int CLOCK = 5;
  static final int STRING = 10;
  static final int SYSTEM_TREE_NODE = 12;
  static final int LOCATION_GROUP = 13;
  static final int LOCATION = 14;
  static final int REGION = 15;
  static final int GROUP = 18;
  private static final int METRIC_MEMBER = 19;
  private static final int METRIC_CLASS = 20;
  private static final int METRIC_INSTANCE = 21;
  static final int COMM = 22;
  static final int RMA_WIN = 24;
  private static final int INTER_COMM = 43;

  /** The group of all locations that communicate with each other. */
  static final int COMM_LOCATIONS = 4;

  private final Int2ObjectOpenHashMap<String> strings = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<int[]> regionFields = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<int[]> metricFields = new Int2ObjectOpenHashMap<>();

  long ticksPerSecond = 1_000_000_000;
  final List<Location> locations = new ArrayList<>();
  final Map<Integer, ProcessGroup> processes = new LinkedHashMap<>();

  /** Classes of nodes by number. */
  final Int2IntOpenHashMap nodeClasses = new Int2IntOpenHashMap();

  final List<Group> communicating = new ArrayList<>();
  final Int2ObjectOpenHashMap<Group> groups = new Int2ObjectOpenHashMap<>();

  /** The group of each communicator. */
  final Int2IntOpenHashMap communicators = new Int2IntOpenHashMap();

  final IntArrayList communicatorsInOrder = new IntArrayList();
  final IntArrayList intercommunicators = new IntArrayList();

  /** The communicator of each window. */
  final Int2IntOpenHashMap windows = new Int2IntOpenHashMap();

  final Int2ObjectOpenHashMap<Region> regions = new Int2ObjectOpenHashMap<>();

  /** Ids of regions in the order of their definitions. */
  private final IntArrayList regionsInOrder = new IntArrayList();

  private final Int2ObjectOpenHashMap<int[]> metricClasses = new Int2ObjectOpenHashMap<>();
  private final Int2IntOpenHashMap metricInstances = new Int2IntOpenHashMap();

  private Definitions() {
    communicators.defaultReturnValue(RecordFile.UNDEFINED);
    windows.defaultReturnValue(RecordFile.UNDEFINED);
    nodeClasses.defaultReturnValue(RecordFile.UNDEFINED);
    metricInstances.defaultReturnValue(RecordFile.UNDEFINED);
  }

  /**
   * Reads the definitions of an archive.
   *
   * @throws org.foretell.trace.TraceException if the file is missing or damaged
   */
  static Definitions of(Archive archive) {
    Definitions definitions = new Definitions();
    try (RecordFile file = new RecordFile(archive.definitions())) {
      file.beginChunks(archive.definitionChunkBytes());
      definitions.read(file);
    }
    definitions.nameRegions();
    return definitions;
  }

  private void read(RecordFile file) {
    while (true) {
      int type = file.u8();
      if (type == END_OF_FILE) {
        return;
      }
      if (type == END_OF_CHUNK) {
        file.nextChunk();
        continue;
      }
      long end = file.recordEnd();
      record(file, type, end);
      file.end(end);
    }
  }

  private void record(RecordFile file, int type, long end) {
    switch (type) {
      case CLOCK -> {
        long at = file.position();
        ticksPerSecond = file.compressed64();
        if (ticksPerSecond <= 0) {
          throw file.damaged(at, "the ticks of a second, above 0", "" + ticksPerSecond);
        }
      }
      case STRING -> strings.put(file.compressed32(), file.text(end));
      case SYSTEM_TREE_NODE -> {
        int id = file.compressed32();
        file.compressed32();
        nodeClasses.put(id, file.compressed32());
      }
      case LOCATION_GROUP -> {
        int id = file.compressed32();
        file.compressed32();
        processes.put(id, new ProcessGroup(id, file.u8(), file.compressed32()));
      }
      case LOCATION -> {
        long id = file.compressed64();
        file.compressed32();
        locations.add(new Location(id, file.u8(), file.compressed64(), file.compressed32()));
      }
      case REGION -> region(file, end);
      case GROUP -> group(file, end);
      case METRIC_MEMBER -> {
        int id = file.compressed32();
        int name = file.compressed32();
        file.compressed32();
        file.u8();
        metricFields.put(id, new int[] {name, file.u8()});
      }
      case METRIC_CLASS -> {
        int id = file.compressed32();
        int[] members = new int[file.u8()];
        for (int i = 0; i < members.length; i++) {
          members[i] = file.compressed32();
        }
        metricClasses.put(id, members);
      }
      case METRIC_INSTANCE -> metricInstances.put(file.compressed32(), file.compressed32());
      case COMM -> {
        int id = file.compressed32();
        file.compressed32();
        communicators.put(id, file.compressed32());
        communicatorsInOrder.add(id);
      }
      case INTER_COMM -> intercommunicators.add(file.compressed32());
      case RMA_WIN -> {
        int id = file.compressed32();
        file.compressed32();
        windows.put(id, file.compressed32());
      }
      default -> {} // All others say nothing of the ops.
    }
  }

  private void region(RecordFile file, long end) {
    int id = file.compressed32();
    int name = file.compressed32();
    file.compressed32();
    file.u8();
    int source = file.compressed32();
    int line = file.compressed32();
    file.compressed32();
    int paradigm = 0;
    if (file.position() < end) {
      int canonical = file.compressed32();
      name = canonical == RecordFile.UNDEFINED ? name : canonical;
      file.u8();
      paradigm = file.u8();
    }
    regionFields.put(id, new int[] {name, source, line, paradigm});
    regionsInOrder.add(id);
  }

  private void group(RecordFile file, long end) {
    int id = file.compressed32();
    file.compressed32();
    int type = file.u8();
    long at = file.position();
    long count = file.compressed32() & 0xffff_ffffL;
    if (count > end - file.position()) {
      throw file.damaged(at, "a group of members that its record holds", count + " members");
    }
    LongArrayList members = new LongArrayList();
    for (long i = 0; i < count; i++) {
      members.add(file.compressed64());
    }
    int paradigm = 0;
    int flags = 0;
    if (file.position() < end) {
      type = file.u8();
      paradigm = file.u8();
      flags = file.compressed32();
    }
    Group group = new Group(type, paradigm, flags, members.toLongArray());
    if (type == COMM_LOCATIONS) {
      // EZTrace gives the communicator's group the same number.
      communicating.add(group);
    } else {
      groups.put(id, group);
    }
  }

  /** Names may be defined after what has them. */
  private void nameRegions() {
    for (Int2ObjectMap.Entry<int[]> entry : regionFields.int2ObjectEntrySet()) {
      int[] fields = entry.getValue();
      regions.put(
          entry.getIntKey(),
          new Region(string(fields[0]), fields[3], string(fields[1]), fields[2] & 0xffff_ffffL));
    }
  }

  /** The regions in the order of their definitions. */
  List<Region> regionsInOrder() {
    List<Region> list = new ArrayList<>();
    regionsInOrder.forEach((int id) -> list.add(regions.get(id)));
    return list;
  }

  private String string(int id) {
    return strings.getOrDefault(id, "");
  }

  /** The class of a node, empty if it has none. */
  String nodeClass(int node) {
    return string(nodeClasses.get(node));
  }

  /** The metrics of a record by the number of its class or instance; none if none is defined. */
  int[] metricMembers(int number) {
    int[] members = metricClasses.get(number);
    if (members == null) {
      members = metricClasses.get(metricInstances.get(number));
    }
    return members == null ? new int[0] : members;
  }

  /** A metric by its number. */
  Metric metric(int member) {
    int[] fields = metricFields.get(member);
    return fields == null ? new Metric("", 0) : new Metric(string(fields[0]), fields[1]);
  }
}
