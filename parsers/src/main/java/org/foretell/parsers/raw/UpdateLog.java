package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.Arrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Updates of waited places of some ranks, in the order of their times by place. When they are
 * sorted, any number of threads may read them.
 */
final class UpdateLog {
  static final int SET = 0;
  static final int ADDITION = 1;
  static final int UNKNOWN_VALUE = 2;

  private static final int KIND_BITS = 2;

  private long[] pairs = new long[1024];
  private long[] timesPs = new long[1024];
  private long[] values = new long[1024];
  private long[] origins = new long[1024];
  private int size;
  private final Long2IntOpenHashMap first = new Long2IntOpenHashMap();

  UpdateLog() {
    first.defaultReturnValue(0);
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
    first.clear();
  }

  /**
   * An update.
   *
   * @param pair of its target and the number of the place
   * @param timePs when it began
   */
  void add(long pair, long timePs, long value, int kind, int source) {
    if (size == pairs.length) {
      int longer = Math.addExact(size, size >> 1);
      pairs = java.util.Arrays.copyOf(pairs, longer);
      timesPs = java.util.Arrays.copyOf(timesPs, longer);
      values = java.util.Arrays.copyOf(values, longer);
      origins = java.util.Arrays.copyOf(origins, longer);
    }
    pairs[size] = pair;
    timesPs[size] = timePs;
    values[size] = value;
    origins[size++] = (long) source << KIND_BITS | kind;
  }

  /** Adds all updates of another log, in their order. */
  void addAll(UpdateLog other) {
    for (int i = 0; i < other.size; i++) {
      add(other.pairs[i], other.timesPs[i], other.values[i], other.kind(i), other.source(i));
    }
  }

  /**
   * Halves the ranks of which updates are kept, if there are more than so many.
   *
   * @param firstTarget the first of these ranks, which is always kept
   * @param end after the last of these ranks; lowered, perhaps also by another thread
   */
  void keepFew(int firstTarget, AtomicInteger end, int most) {
    int before = end.get();
    if (size > most && before > firstTarget + 1) {
      int middle = firstTarget + (before - firstTarget) / 2;
      keepBelow(end.accumulateAndGet(middle, Math::min));
    }
  }

  /** Forgets the updates of ranks from one on. */
  void keepBelow(int rank) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (pairs[i] >>> 32 < rank) {
        move(i, kept++);
      }
    }
    size = kept;
  }

  private void move(int from, int to) {
    pairs[to] = pairs[from];
    timesPs[to] = timesPs[from];
    values[to] = values[from];
    origins[to] = origins[from];
  }

  /** Sorts what was added; from now on it is read. */
  void sort() {
    Arrays.mergeSort(0, size, this::compare, this::swap);
    for (int i = size - 1; i >= 0; i--) {
      first.put(pairs[i], i + 1);
    }
  }

  private int compare(int a, int b) {
    int order = Long.compare(pairs[a], pairs[b]);
    if (order == 0) {
      order = Long.compare(timesPs[a], timesPs[b]);
    }
    return order == 0 ? Long.compare(origins[a], origins[b]) : order;
  }

  private void swap(int a, int b) {
    swap(pairs, a, b);
    swap(timesPs, a, b);
    swap(values, a, b);
    swap(origins, a, b);
  }

  private static void swap(long[] of, int a, int b) {
    long kept = of[a];
    of[a] = of[b];
    of[b] = kept;
  }

  /** Index of the first update of a pair, -1 if there is none. */
  int firstOf(long pair) {
    return first.get(pair) - 1;
  }

  /** Whether an index holds another update of the pair. */
  boolean isOf(long pair, int index) {
    return index < size && pairs[index] == pair;
  }

  long timePs(int index) {
    return timesPs[index];
  }

  long value(int index) {
    return values[index];
  }

  int kind(int index) {
    return (int) origins[index] & (1 << KIND_BITS) - 1;
  }

  int source(int index) {
    return (int) (origins[index] >> KIND_BITS);
  }
}
