package org.foretell.trace.store;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which scope of a value each rank is in, for values with so many scopes that each rank's search
 * through all of them would take quadratic time. Made when the first rank asks. Used by one thread
 * at a time.
 */
final class ScopeIndexes {
  /** As many scopes are searched one by one. */
  static final int FEW = 64;

  /** Runs of all indexes together, at most; of 12 bytes each. */
  private static final int MOST_RUNS = 2 << 20;

  /** By the words in which a value stands, and by its payload's index in them. */
  private final IdentityHashMap<long[], Int2ObjectOpenHashMap<ScopeIndex>> indexes =
      new IdentityHashMap<>();

  private int runs;

  /**
   * The index of a value.
   *
   * @param words that do not change any more
   * @param payload of the value's entry: its place, the number of scopes, and the scopes
   * @param ranks of the trace
   * @return null if there is no room for one, or the scopes are not disjoint
   */
  @Nullable ScopeIndex of(long[] words, int payload, int ranks) {
    Int2ObjectOpenHashMap<ScopeIndex> here = indexes.get(words);
    ScopeIndex index = here == null ? null : here.get(payload);
    if (index == null) {
      index = ScopeIndex.of(words, payload, Math.min(ranks, MOST_RUNS - runs));
      if (here == null) {
        here = new Int2ObjectOpenHashMap<>();
        indexes.put(words, here);
      }
      runs += index.runs();
      here.put(payload, index);
    }
    return index.isUsable() ? index : null;
  }

  /** Drops the indexes of words that are no longer needed. */
  void forget(long[] words) {
    Int2ObjectOpenHashMap<ScopeIndex> here = indexes.remove(words);
    if (here != null) {
      here.values().forEach(index -> runs -= index.runs());
    }
  }
}
