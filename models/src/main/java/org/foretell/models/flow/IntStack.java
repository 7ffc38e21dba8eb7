package org.foretell.models.flow;

import java.util.Arrays;

/** Numbers one after the other, in an array that is kept. */
final class IntStack {
  private int[] numbers = new int[64];
  private int size;

  int size() {
    return size;
  }

  int get(int index) {
    return numbers[index];
  }

  void push(int number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    numbers[size++] = number;
  }

  /** Keeps only the first ones. */
  void truncate(int newSize) {
    size = newSize;
  }

  void set(int index, int number) {
    numbers[index] = number;
  }

  void clear() {
    size = 0;
  }
}
