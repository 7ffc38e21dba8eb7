package org.foretell.models.flow;

import java.util.Arrays;

/** What is to be looked at next, the lowest key on top; a binary heap. */
final class LevelHeap {
  /** What there is room for without growing. */
  static final int SMALLEST = 64;

  private double[] keys = new double[SMALLEST];
  private int[] ids = new int[SMALLEST];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    size = 0;
  }

  /** Adds at the end, out of order. */
  void append(double key, int id) {
    if (size == ids.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      ids = Arrays.copyOf(ids, 2 * size);
    }
    keys[size] = key;
    ids[size++] = id;
  }

  /** Adds in order. */
  void add(double key, int id) {
    append(key, id);
    int hole = size - 1;
    while (hole > 0 && keys[(hole - 1) >> 1] > key) {
      int parent = (hole - 1) >> 1;
      keys[hole] = keys[parent];
      ids[hole] = ids[parent];
      hole = parent;
    }
    keys[hole] = key;
    ids[hole] = id;
  }

  /** Puts all that has been appended in order. */
  void order() {
    for (int i = (size >> 1) - 1; i >= 0; i--) {
      sink(i, keys[i], ids[i]);
    }
  }

  double key() {
    return keys[0];
  }

  int id() {
    return ids[0];
  }

  int size() {
    return size;
  }

  /** One of those here, in no particular order. */
  int id(int index) {
    return ids[index];
  }

  /** The key of one of those here, in the order of {@link #id(int)}. */
  double key(int index) {
    return keys[index];
  }

  /** Keeps only some. */
  void retain(Kept which) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (which.isKept(keys[i], ids[i])) {
        keys[kept] = keys[i];
        ids[kept++] = ids[i];
      }
    }
    size = kept;
    order();
  }

  /** Says what is kept. */
  @FunctionalInterface
  interface Kept {
    boolean isKept(double key, int id);
  }

  /** Lowers all keys by as much. */
  void lower(double by) {
    for (int i = 0; i < size; i++) {
      keys[i] -= by;
    }
  }

  /** Takes the top away. */
  void remove() {
    size--;
    if (size > 0) {
      sink(0, keys[size], ids[size]);
    }
  }

  /** Gives the top a higher key. */
  void raise(double key) {
    sink(0, key, ids[0]);
  }

  private void sink(int from, double key, int id) {
    int hole = from;
    while (true) {
      int child = 2 * hole + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && keys[child + 1] < keys[child]) {
        child++;
      }
      if (keys[child] >= key) {
        break;
      }
      keys[hole] = keys[child];
      ids[hole] = ids[child];
      hole = child;
    }
    keys[hole] = key;
    ids[hole] = id;
  }
}
