package org.foretell.structure.fold;

import java.util.Arrays;

/**
 * Numbers bodies so that equal ones have the same number. A body is a sequence of elements: an op,
 * or a body that repeats. Not thread safe.
 *
 * <p>An element is two numbers: the op, with {@link #ONCE}; or the body, and how often it runs; or
 * the body, and below {@link #ONCE} the number of a count that varies.
 */
public final class BodyTable {
  /** Instead of a count: the element is an op. */
  public static final long ONCE = -1;

  private int[] nodes = new int[1 << 10];
  private long[] counts = new long[1 << 10];
  private int[] starts = new int[1 << 6];
  private int[] depths = new int[1 << 6];
  private int[] table = new int[1 << 7];
  private int size;

  /**
   * The number of a body.
   *
   * @param from its elements, from {@code start} to {@code end}
   * @param times their counts
   */
  public int number(int[] from, long[] times, int start, int end) {
    int mask = table.length - 1;
    int place = home(from, times, start, end) & mask;
    while (table[place] != 0) {
      int body = table[place] - 1;
      if (Arrays.equals(nodes, starts[body], starts[body + 1], from, start, end)
          && Arrays.equals(counts, starts[body], starts[body + 1], times, start, end)) {
        return body;
      }
      place = (place + 1) & mask;
    }
    table[place] = size + 1;
    append(from, times, start, end);
    if (2 * size > table.length) {
      grow();
    }
    return size - 1;
  }

  private static int home(int[] nodes, long[] counts, int start, int end) {
    long hash = (long) end - start;
    for (int i = start; i < end; i++) {
      hash = (hash ^ element(nodes[i], counts[i])) * 0x9E37_79B9_7F4A_7C15L;
      hash ^= hash >>> 32;
    }
    return (int) hash;
  }

  /** A hash of an element. */
  static long element(int node, long count) {
    long mixed = (node + 0x632B_E59B_D9B4_E019L) * 0x9E37_79B9_7F4A_7C15L + count;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ mixed >>> 31;
  }

  private void append(int[] from, long[] times, int start, int end) {
    int at = starts[size];
    int length = end - start;
    if (nodes.length - at < length) {
      nodes = Arrays.copyOf(nodes, Math.max(at + length, 2 * nodes.length));
      counts = Arrays.copyOf(counts, nodes.length);
    }
    System.arraycopy(from, start, nodes, at, length);
    System.arraycopy(times, start, counts, at, length);
    int depth = 0;
    for (int i = start; i < end; i++) {
      depth = Math.max(depth, times[i] == ONCE ? 0 : 1 + depths[from[i]]);
    }
    depths[size++] = depth;
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      depths = Arrays.copyOf(depths, 2 * size);
    }
    starts[size] = at + length;
  }

  private void grow() {
    table = new int[4 * table.length];
    int mask = table.length - 1;
    for (int body = 0; body < size; body++) {
      int place = home(nodes, counts, starts[body], starts[body + 1]) & mask;
      while (table[place] != 0) {
        place = (place + 1) & mask;
      }
      table[place] = body + 1;
    }
  }

  /** How many different bodies there are. */
  public int size() {
    return size;
  }

  /** How deep repeats are nested in a body. */
  int depth(int body) {
    return depths[body];
  }

  /** How many elements a body has. */
  public int length(int body) {
    return starts[body + 1] - starts[body];
  }

  /** The op, or the body that repeats, of an element. */
  public int node(int body, int element) {
    return nodes[starts[body] + element];
  }

  /** How often an element's body repeats, {@link #ONCE} for an op, below that if it varies. */
  public long count(int body, int element) {
    return counts[starts[body] + element];
  }
}
