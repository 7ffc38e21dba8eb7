package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/** The numbers that executions of a record yield, kept short while they are all the same. */
final class Sequence {
  /** Most numbers of a sequence that are not all the same. */
  static final int MOST = 1 << 22;

  private final LongArrayList numbers = new LongArrayList();
  private long count;

  long count() {
    return count;
  }

  /** Adds a number; false if there is no room. */
  boolean add(long number) {
    if (count > 0 && numbers.size() == 1 && numbers.getLong(0) == number) {
      count++;
      return true;
    }
    if (count >= MOST) {
      return false;
    }
    if (numbers.size() == 1) {
      for (long i = 1; i < count; i++) {
        numbers.add(numbers.getLong(0));
      }
    }
    numbers.add(number);
    count++;
    return true;
  }

  /** Adds what was added last so many times more; false if there is no room. */
  boolean repeat(long last, long times) {
    long added = SharedList.times(last, times);
    long sum = SharedList.plus(count, added);
    if (numbers.size() != 1) {
      if (sum > MOST) {
        return false;
      }
      for (long i = 0; i < added; i++) {
        numbers.add(numbers.getLong((int) (numbers.size() - last)));
      }
    }
    count = sum;
    return true;
  }

  /** The shortest cycle that yields them. */
  long[] cycle() {
    long[] all = numbers.toLongArray();
    // Of each beginning the longest proper part that it both begins and ends with.
    int[] border = new int[all.length + 1];
    border[0] = -1;
    for (int i = 0, j = -1; i < all.length; ) {
      while (j >= 0 && all[i] != all[j]) {
        j = border[j];
      }
      border[++i] = ++j;
    }
    return Arrays.copyOf(all, all.length - border[all.length]);
  }
}
