package org.foretell.structure.fold;

import java.util.Arrays;

/**
 * Folds a sequence of elements into repeats of repeats while it comes in: whenever what came last
 * equals what came before it, both become a repeat, and whenever it equals the body of a repeat
 * before it, that repeat runs once more. These are the regular section descriptors, and the powers
 * of them, of ScalaTrace (Noeth et al., "ScalaTrace: Scalable compression and replay of
 * communication traces for high performance computing", JPDC 2009).
 *
 * <p>Where to look is found by hashes of the last 1, 8, 64 and 512 elements; for each of them the
 * nearest {@link #NEAREST} places that look alike are tried, so that an element costs a constant
 * time. Sequences are compared by polynomial hashes first and element by element then. Memory grows
 * with what is left after folding. Not thread safe.
 */
public final class Folder {
  private static final int[] SCALES = {1, 8, 64, 512};
  private static final int NEAREST = 16;
  private static final int TABLE = 1 << 15;
  private static final long BASE = 0x9E37_79B9_7F4A_7C15L | 1;

  /** Repeats are not found deeper than this; those that were there may be. */
  private static final int DEEPEST = 100;

  private final BodyTable bodies;
  private final int outer;

  // The elements so far, a stack.
  private int[] nodes = new int[64];
  private long[] counts = new long[64];
  private int size;

  /** Hash of all elements below an index. */
  private long[] prefixes = new long[65];

  private long[] powers = new long[65];

  /** By scale: the end of the last sequence with such a hash, and for each end the one before. */
  private final int[][] latest = new int[SCALES.length][];

  private final int[][] before = new int[SCALES.length][];

  /** By size: the last repeat whose body has come once more then, plus one; for each one before. */
  private int[] due = new int[65];

  private int[] dueBefore = new int[64];

  /**
   * An empty sequence.
   *
   * @param bodies where bodies get their numbers
   * @param outer in how many repeats this sequence stands
   */
  public Folder(BodyTable bodies, int outer) {
    this.outer = outer;
    this.bodies = bodies;
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * BASE;
    }
    for (int scale = 0; scale < SCALES.length; scale++) {
      before[scale] = new int[65];
    }
  }

  /** Starts over. */
  public void clear() {
    while (size > 0) {
      pop();
    }
  }

  /** Adds an op. */
  public void op(int op) {
    append(op, BodyTable.ONCE);
  }

  /**
   * Adds a body that repeats.
   *
   * @param count how often, or below {@link BodyTable#ONCE} the number of a count that varies
   */
  public void repeat(int body, long count) {
    if (count == 0 || bodies.length(body) == 0) {
      return;
    }
    if (count == 1) {
      for (int i = 0; i < bodies.length(body); i++) {
        append(bodies.node(body, i), bodies.count(body, i));
      }
    } else if (bodies.length(body) == 1 && isFixed(count) && isFixed(bodies.count(body, 0))) {
      long inner = bodies.count(body, 0);
      if (Math.multiplyHigh(inner, count) == 0 && inner * count > 0) {
        append(bodies.node(body, 0), inner * count);
      } else {
        append(body, count);
      }
    } else {
      append(body, count);
    }
  }

  private static boolean isFixed(long count) {
    return count > 0;
  }

  /** The number of the body of all elements; the sequence is empty then. */
  public int end() {
    int body = bodies.number(nodes, counts, 0, size);
    clear();
    return body;
  }

  private void append(int node, long count) {
    if (size > 0 && count > 0 && nodes[size - 1] == node && counts[size - 1] > 0) {
      again(count);
    } else {
      push(node, count);
    }
    while (foldIntoRepeat() || foldTwins()) {
      // What has been folded may fold once more.
    }
  }

  /** Lets the repeat that came last run more often. */
  private void again(long count) {
    int node = nodes[size - 1];
    long all = counts[size - 1] + count;
    if (all < 0) {
      push(node, count);
      return;
    }
    pop();
    push(node, all);
  }

  private void push(int node, long count) {
    if (size == nodes.length) {
      grow();
    }
    nodes[size] = node;
    counts[size] = count;
    prefixes[size + 1] = prefixes[size] * BASE + BodyTable.element(node, count);
    if (count > 0) {
      int complete = size + 1 + bodies.length(node);
      while (complete >= due.length) {
        grow();
      }
      dueBefore[size] = due[complete];
      due[complete] = size + 1;
    }
    size++;
    for (int scale = 0; scale < SCALES.length && SCALES[scale] <= size; scale++) {
      int slot = slot(scale, size);
      before[scale][size] = latest[scale][slot];
      latest[scale][slot] = size;
    }
  }

  private void pop() {
    for (int scale = 0; scale < SCALES.length && SCALES[scale] <= size; scale++) {
      latest[scale][slot(scale, size)] = before[scale][size];
    }
    size--;
    if (counts[size] > 0) {
      due[size + 1 + bodies.length(nodes[size])] = dueBefore[size];
    }
  }

  private int slot(int scale, int end) {
    if (latest[scale] == null) {
      latest[scale] = new int[TABLE];
    }
    long hash = hash(end - SCALES[scale], end) * 0xD6E8_FEB8_6659_FD93L;
    return (int) (hash >>> 40) & (TABLE - 1);
  }

  private long hash(int start, int end) {
    return prefixes[end] - prefixes[start] * powers[end - start];
  }

  /** If the body of an earlier repeat has just come once more, it runs once more. */
  private boolean foldIntoRepeat() {
    for (int repeat = due[size] - 1; repeat >= 0; repeat = dueBefore[repeat] - 1) {
      int body = nodes[repeat];
      if (counts[repeat] < Long.MAX_VALUE && isBody(body, repeat + 1)) {
        long count = counts[repeat] + 1;
        while (size > repeat) {
          pop();
        }
        append(body, count);
        return true;
      }
    }
    return false;
  }

  private boolean isBody(int body, int start) {
    for (int i = size - 1; i >= start; i--) {
      if (nodes[i] != bodies.node(body, i - start) || counts[i] != bodies.count(body, i - start)) {
        return false;
      }
    }
    return true;
  }

  /** If the last elements have come twice, they become a repeat. */
  private boolean foldTwins() {
    int longest = size / 2;
    for (int scale = 0; scale < SCALES.length && SCALES[scale] <= longest; scale++) {
      int end = before[scale][size];
      for (int tried = 0; tried < NEAREST && end > 0; tried++, end = before[scale][end]) {
        int length = size - end;
        if (length > longest) {
          break;
        }
        if (length >= SCALES[scale]
            && hash(end - length, end) == hash(end, size)
            && isTwice(end - length, end)) {
          int body = bodies.number(nodes, counts, end, size);
          if (outer + bodies.depth(body) >= DEEPEST) {
            return false;
          }
          while (size > end - length) {
            pop();
          }
          append(body, 2);
          return true;
        }
      }
    }
    return false;
  }

  private boolean isTwice(int first, int second) {
    return Arrays.equals(nodes, first, second, nodes, second, size)
        && Arrays.equals(counts, first, second, counts, second, size);
  }

  private void grow() {
    int room = 2 * nodes.length;
    nodes = Arrays.copyOf(nodes, room);
    counts = Arrays.copyOf(counts, room);
    dueBefore = Arrays.copyOf(dueBefore, room);
    due = Arrays.copyOf(due, room + 1);
    prefixes = Arrays.copyOf(prefixes, room + 1);
    int known = powers.length;
    powers = Arrays.copyOf(powers, room + 1);
    for (int i = known; i < powers.length; i++) {
      powers[i] = powers[i - 1] * BASE;
    }
    for (int scale = 0; scale < SCALES.length; scale++) {
      before[scale] = Arrays.copyOf(before[scale], room + 1);
    }
  }
}
