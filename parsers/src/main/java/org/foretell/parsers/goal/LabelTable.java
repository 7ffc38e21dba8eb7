package org.foretell.parsers.goal;

import java.util.Arrays;

/** Labels of a rank and what they name, numbers from 0 in the order in which they were added. */
final class LabelTable {
  private static final int SMALLEST = 64;

  /** Number of a label plus 1, 0 where there is none. */
  private int[] slots = new int[SMALLEST];

  private int size;
  private long[] hashes = new long[SMALLEST];
  private int[] values = new int[SMALLEST];
  private int[] starts = new int[SMALLEST + 1];
  private byte[] letters = new byte[8 * SMALLEST];

  void clear() {
    if (slots.length > 16 * (size + SMALLEST)) {
      slots = new int[slots.length / 2];
    } else {
      Arrays.fill(slots, 0);
    }
    size = 0;
  }

  /** What the scanner's word names, or -1. */
  int find(GoalScanner word) {
    int label = slots[slot(word)];
    return label == 0 ? -1 : values[label - 1];
  }

  /** Lets the scanner's word, which is not there yet, name something. */
  void add(GoalScanner word, int value) {
    if (2 * (size + 1) > slots.length) {
      grow();
    }
    slots[slot(word)] = size + 1;
    int start = starts[size];
    int end = start + word.wordLength();
    if (end > letters.length) {
      letters = Arrays.copyOf(letters, Math.max(end, 2 * letters.length));
    }
    System.arraycopy(word.word(), 0, letters, start, word.wordLength());
    hashes[size] = word.wordHash();
    values[size] = value;
    starts[++size] = end;
  }

  /** Where the word is, or where it would be added. */
  private int slot(GoalScanner word) {
    long hash = word.wordHash();
    int slot = home(hash);
    while (slots[slot] != 0 && !is(slots[slot] - 1, hash, word)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private int home(long hash) {
    return (int) (hash >>> 32) & (slots.length - 1);
  }

  private boolean is(int label, long hash, GoalScanner word) {
    return hashes[label] == hash
        && Arrays.equals(
            letters, starts[label], starts[label + 1], word.word(), 0, word.wordLength());
  }

  private void grow() {
    int capacity = Math.multiplyExact(2, slots.length);
    slots = new int[capacity];
    hashes = Arrays.copyOf(hashes, capacity);
    values = Arrays.copyOf(values, capacity);
    starts = Arrays.copyOf(starts, capacity + 1);
    for (int label = 0; label < size; label++) {
      int slot = home(hashes[label]);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (capacity - 1);
      }
      slots[slot] = label + 1;
    }
  }
}
