package org.foretell.structure.grammar;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/** The lengths of runs that vary, by the symbol of the run. Not thread safe. */
public final class RunCounts {
  private final Int2ObjectOpenHashMap<LongArrayList> found = new Int2ObjectOpenHashMap<>();

  /**
   * Adds a run.
   *
   * @param place where it begins: places rise in the order of execution
   */
  void add(int symbol, int place, int length) {
    found
        .computeIfAbsent(symbol, (int key) -> new LongArrayList())
        .add((long) place << 32 | length);
  }

  /** The lengths in the order of execution. */
  public Int2ObjectMap<IntArrayList> inOrder() {
    Int2ObjectMap<IntArrayList> counts = new Int2ObjectOpenHashMap<>();
    for (Int2ObjectMap.Entry<LongArrayList> entry : found.int2ObjectEntrySet()) {
      long[] entries = entry.getValue().toLongArray();
      Arrays.sort(entries);
      counts.put(
          entry.getIntKey(),
          new IntArrayList(Arrays.stream(entries).mapToInt(e -> (int) e).toArray()));
    }
    return counts;
  }
}
