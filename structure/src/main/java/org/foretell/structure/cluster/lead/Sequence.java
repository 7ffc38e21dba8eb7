package org.foretell.structure.cluster.lead;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * The values that a field takes, execution by execution. Takes no more memory than one value, or
 * list, as long as it is always the same.
 */
final class Sequence {
  /** The most numbers that a record of a trace holds. */
  private static final int MOST = 1 << 22;

  private final int width;
  private long[] first = {};
  private long count;
  private LongArrayList all = new LongArrayList(0);
  private boolean varies;

  Sequence(int width) {
    this.width = width;
  }

  void add(long[] values) {
    if (count == 0) {
      first = values.clone();
    } else if (!varies && !Arrays.equals(first, values)) {
      varies = true;
      all = new LongArrayList();
      for (long i = 0; i < count; i++) {
        append(first);
      }
    }
    if (varies) {
      append(values);
    }
    count++;
  }

  private void append(long[] values) {
    if (all.size() > MOST - width) {
      throw new IllegalArgumentException(
          "a parameter that the ranks of a cluster do not share takes more than "
              + MOST
              + " values one after the other");
    }
    all.addElements(all.size(), values);
  }

  /** How many numbers a value consists of: 1, or the length of a list. */
  int width() {
    return width;
  }

  /** The shortest cycle that gives all values. */
  long[] cycle() {
    if (!varies) {
      return first;
    }
    long[] values = all.toLongArray();
    int n = values.length / width;
    int[] border = new int[n];
    for (int i = 1, j = 0; i < n; i++) {
      while (j > 0 && !equal(values, i, j)) {
        j = border[j - 1];
      }
      j += equal(values, i, j) ? 1 : 0;
      border[i] = j;
    }
    return Arrays.copyOf(values, (n - border[n - 1]) * width);
  }

  private boolean equal(long[] values, int i, int j) {
    return Arrays.equals(values, i * width, (i + 1) * width, values, j * width, (j + 1) * width);
  }
}
