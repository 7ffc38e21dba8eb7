package org.foretell.structure.grammar;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Symbols made of symbols. Those below {@link #leaves} are ops; the others are pairs, one after the
 * other, and runs, the same several times. Not thread safe.
 */
public final class Grammar {
  private static final int NONE = -1;

  /** Instead of minus the length of a run: it differs from place to place. */
  private static final int VARIES = Integer.MIN_VALUE;

  private final int leaves;
  private final IntArrayList first = new IntArrayList();

  /** The other one of a pair; of a run minus its length. */
  private final IntArrayList second = new IntArrayList();

  private final Long2IntOpenHashMap runs = new Long2IntOpenHashMap();

  public Grammar(int leaves) {
    this.leaves = leaves;
    runs.defaultReturnValue(NONE);
  }

  public int leaves() {
    return leaves;
  }

  public int size() {
    return leaves + first.size();
  }

  public int pair(int left, int right) {
    return add(left, right);
  }

  /** The run of a symbol, the same one each time. */
  public int run(int symbol, int length) {
    long key = ((long) symbol << 32) | length;
    int known = runs.get(key);
    if (known == NONE) {
      known = add(symbol, -length);
      runs.put(key, known);
    }
    return known;
  }

  /** The run of a symbol whose length differs from place to place, the same one each time. */
  public int varyingRun(int symbol) {
    long key = ((long) symbol << 32) | 0x8000_0000L;
    int known = runs.get(key);
    if (known == NONE) {
      known = add(symbol, VARIES);
      runs.put(key, known);
    }
    return known;
  }

  private int add(int left, int right) {
    first.add(left);
    second.add(right);
    return size() - 1;
  }

  public boolean isLeaf(int symbol) {
    return symbol < leaves;
  }

  public boolean isRun(int symbol) {
    return symbol >= leaves && second.getInt(symbol - leaves) < 0;
  }

  /** The symbol that runs, or the left one of a pair. */
  public int left(int symbol) {
    return first.getInt(symbol - leaves);
  }

  public int right(int symbol) {
    return second.getInt(symbol - leaves);
  }

  public boolean isVarying(int run) {
    return second.getInt(run - leaves) == VARIES;
  }

  public int length(int run) {
    return -second.getInt(run - leaves);
  }
}
