package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What numbers in the events of one location mean, and what its clock was. */
final class LocalDefinitions {
  static final int REGION = 3;
  static final int GROUP = 4;
  static final int METRIC = 5;
  static final int COMM = 6;
  static final int RMA_WIN = 8;

  private static final int KINDS = 15;
  private static final int END_OF_CHUNK = 0;
  private static final int END_OF_FILE = 2;
  private static final int MAPPING_TABLE = 5;
  private static final int CLOCK_OFFSET = 6;
  private static final int DENSE = 0;

  private final @Nullable Long2LongOpenHashMap[] maps = new Long2LongOpenHashMap[KINDS];
  private final LocationClock clock = new LocationClock();

  private LocalDefinitions() {}

  /**
   * Reads the definitions of a location, which may have none.
   *
   * @throws org.foretell.trace.TraceException if their file is damaged
   */
  static LocalDefinitions of(Archive archive, long location) {
    LocalDefinitions definitions = new LocalDefinitions();
    Path path = archive.definitions(location);
    if (Files.exists(path)) {
      try (RecordFile file = new RecordFile(path)) {
        file.beginChunks(archive.definitionChunkBytes());
        definitions.read(file);
      }
    }
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
      if (type == MAPPING_TABLE) {
        table(file, end);
      } else if (type == CLOCK_OFFSET) {
        long at = file.position();
        if (!clock.add(file.u64(), file.compressed64())) {
          throw file.damaged(at, "offsets of the clock at increasing times", "an earlier one");
        }
      }
      file.end(end);
    }
  }

  private void table(RecordFile file, long end) {
    int kind = file.u8();
    long at = file.position();
    long size = file.compressed64();
    boolean isDense = file.u8() == DENSE;
    if (size < 0 || size > end - file.position()) {
      throw file.damaged(
          at, "a table that its record holds", Long.toUnsignedString(size) + " entries");
    }
    Long2LongOpenHashMap map = new Long2LongOpenHashMap();
    for (long i = 0; i < size; i++) {
      long local = isDense ? i : file.compressed64();
      map.put(local, file.compressed64());
    }
    if (kind < KINDS) {
      maps[kind] = map;
    }
  }

  /** The number that all locations have for something; the same where the table lacks it. */
  int global(int kind, int local) {
    Long2LongOpenHashMap map = maps[kind];
    return map == null || local == RecordFile.UNDEFINED
        ? local
        : (int) map.getOrDefault(local & 0xffff_ffffL, local);
  }

  /** The clock of the location, at its beginning. */
  LocationClock clock() {
    return clock.copy();
  }
}
