package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a location calls regions and communicators, and how its clock differs from that of all. */
final class LocalDefinitions {
  private static final int MAPPING = 5;
  private static final int CLOCK_OFFSET = 6;
  private static final int REGIONS = 3;
  private static final int COMMS = 6;
  private static final int DENSE = 0;
  private static final int SPARSE = 1;

  private final Long2LongOpenHashMap regions = new Long2LongOpenHashMap();
  private final Long2LongOpenHashMap comms = new Long2LongOpenHashMap();
  private final LongArrayList times = new LongArrayList();
  private final LongArrayList offsets = new LongArrayList();
  private int interval;

  private LocalDefinitions() {}

  /** Reads the file of a location, if it has one. */
  static LocalDefinitions of(Archive archive, long location) {
    LocalDefinitions definitions = new LocalDefinitions();
    Path path = archive.definitions(location);
    if (!Files.exists(path)) {
      return definitions;
    }
    try (RecordInput records = RecordInput.open(path, archive.anchor().definitionChunkBytes())) {
      BinaryInput in = records.in();
      for (int type = records.next(); type >= 0; type = records.next()) {
        long end = in.recordEnd();
        if (type == MAPPING) {
          definitions.map(in, end);
        } else if (type == CLOCK_OFFSET) {
          definitions.offset(in);
        }
        in.skipTo(end, "a definition");
      }
    }
    return definitions;
  }

  private void map(BinaryInput in, long end) {
    int kind = in.u8("what a table maps");
    long size = in.c64("the size of a table");
    int mode = in.u8("a kind of table");
    if (mode != DENSE && mode != SPARSE) {
      throw in.damaged("a kind of table (0 dense, 1 sparse)", String.valueOf(mode));
    }
    if (size < 0 || size > end - in.position()) {
      throw in.damaged("a table that fits into its record", "one of " + size);
    }
    for (long i = 0; i < size; i++) {
      long from = mode == DENSE ? i : in.c64("a number");
      long to = in.c64("a number");
      if (kind == REGIONS) {
        regions.put(from, to);
      } else if (kind == COMMS) {
        comms.put(from, to);
      }
    }
  }

  private void offset(BinaryInput in) {
    long time = in.full64("a time");
    long offset = in.c64("the offset of a clock");
    in.full64("a deviation");
    int last = times.size() - 1;
    if (last >= 0 && Long.compareUnsigned(time, times.getLong(last)) <= 0) {
      if (time == times.getLong(last)) {
        offsets.set(last, offset);
        return;
      }
      throw in.damaged("an offset of the clock after the one before", "an earlier one");
    }
    times.add(time);
    offsets.add(offset);
  }

  /** The number of a region in the whole archive. */
  long region(long local) {
    return regions.isEmpty() ? local : regions.getOrDefault(local, local);
  }

  /** The number of a communicator in the whole archive. */
  long comm(long local) {
    return comms.isEmpty() ? local : comms.getOrDefault(local, local);
  }

  /**
   * A time on the clock of all, by a straight line between two offsets, and its continuation before
   * the first and after the last.
   */
  long corrected(long ticks) {
    if (times.isEmpty()) {
      return ticks;
    }
    int last = times.size() - 2;
    interval = Math.max(Math.min(interval, last), 0);
    while (interval < last && Long.compareUnsigned(ticks, times.getLong(interval + 1)) >= 0) {
      interval++;
    }
    long offset = offsets.getLong(interval);
    if (last < 0) {
      return ticks + offset;
    }
    double slope =
        (double) (offsets.getLong(interval + 1) - offset)
            / (times.getLong(interval + 1) - times.getLong(interval));
    return ticks + offset + Math.round(slope * (ticks - times.getLong(interval)));
  }

  /** Goes back to the beginning of time. */
  void rewind() {
    interval = 0;
  }
}
