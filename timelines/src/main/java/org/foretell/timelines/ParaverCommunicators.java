package org.foretell.timelines;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Communicators by the numbers that Paraver has for them, from 1 on, which is the world's. */
final class ParaverCommunicators {
  private static final int WORLD = 1;

  /** By number of the replay, or below 0 by rank for one alone. */
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();

  private final List<int[]> members = new ArrayList<>();
  private final int ranks;

  ParaverCommunicators(int ranks) {
    this.ranks = ranks;
  }

  /** {@return Paraver's number of a communicator, as {@link TimelineWriter#collective} has it} */
  int number(int rank, int communicator, int[] worldRanks) {
    if (communicator == 0) {
      return WORLD;
    }
    long key = communicator < 0 ? ~(long) rank : communicator;
    int known = numbers.get(key);
    if (known == 0) {
      members.add(communicator < 0 ? new int[] {rank} : worldRanks);
      known = WORLD + members.size();
      numbers.put(key, known);
    }
    return known;
  }

  /** Ends the header's first line, and writes a line for each communicator. */
  void write(Appendable records) throws IOException {
    records.append("," + (WORLD + members.size()) + "\n");
    line(records, WORLD, ranks, IntStream.range(0, ranks));
    for (int i = 0; i < members.size(); i++) {
      int[] of = members.get(i);
      line(records, WORLD + 1 + i, of.length, IntStream.of(of));
    }
  }

  private static void line(Appendable records, int number, int size, IntStream worldRanks)
      throws IOException {
    StringBuilder line = new StringBuilder("c:1:").append(number).append(':').append(size);
    worldRanks.forEach(rank -> line.append(':').append(rank + 1));
    records.append(line.append('\n'));
  }
}
