package org.foretell.models.flow;

import java.util.Arrays;

/** Lists of numbers, each of which stands in one list at most. All takes constant time. */
final class IntLists {
  /** No number. */
  static final int NONE = -1;

  private int[] first;
  private int[] next = {};
  private int[] previous = {};

  /** So many lists, all empty. */
  IntLists(int lists) {
    first = new int[lists];
    Arrays.fill(first, NONE);
  }

  /** Sees to it that there are so many lists and room for so many numbers. */
  void reserve(int lists, int numbers) {
    if (lists > first.length) {
      int before = first.length;
      first = Arrays.copyOf(first, lists);
      Arrays.fill(first, before, lists, NONE);
    }
    if (numbers > next.length) {
      next = Arrays.copyOf(next, numbers);
      previous = Arrays.copyOf(previous, numbers);
    }
  }

  /** The number at the front of a list, {@link #NONE} if the list is empty. */
  int first(int list) {
    return first[list];
  }

  /** What comes after a number that stands in a list, {@link #NONE} after the last. */
  int next(int number) {
    return next[number];
  }

  /** Puts a number that stands in no list at the front of one. */
  void add(int list, int number) {
    int second = first[list];
    next[number] = second;
    previous[number] = NONE;
    if (second != NONE) {
      previous[second] = number;
    }
    first[list] = number;
  }

  /** Takes a number out of the list in which it stands. */
  void remove(int list, int number) {
    int before = previous[number];
    int after = next[number];
    if (before == NONE) {
      first[list] = after;
    } else {
      next[before] = after;
    }
    if (after != NONE) {
      previous[after] = before;
    }
  }
}
