package org.foretell.observe;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * Rows of numbers found by key, in one array: for statistics over things of which only some occur
 * together. Allocates only when a key is new. A trace with few keys stays within the nearest cache.
 */
final class KeyedCells {
  private static final int NO_ROW = -1;
  private static final int FIRST_ROWS = 64;

  private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();
  private final int width;
  private long[] cells;

  /**
   * @param width numbers in a row
   */
  KeyedCells(int width) {
    this.width = width;
    cells = new long[FIRST_ROWS * width];
    rows.defaultReturnValue(NO_ROW);
  }

  /** Where the row of a key starts in {@link #cells}; zeroes when the key is new. */
  int offset(long key) {
    int row = rows.get(key);
    return row == NO_ROW ? append(key) : row * width;
  }

  private int append(long key) {
    int row = rows.size();
    int offset = Math.multiplyExact(row, width);
    cells = LongArrays.grow(cells, Math.addExact(offset, width));
    rows.put(key, row);
    return offset;
  }

  /** The numbers; another array after {@link #offset} was called with a new key. */
  long[] cells() {
    return cells;
  }

  /** The keys, ascending. */
  long[] keys() {
    long[] keys = rows.keySet().toLongArray();
    Arrays.sort(keys);
    return keys;
  }
}
