package org.foretell.models.flow;

import java.util.Arrays;

/** What links carry, by their numbers, which begin at 0; more links may come. */
final class LinkCapacities {
  private double[] bytesPerSecond = new double[16];
  private int count;

  /** One link more; its number is the count of those before it. */
  void add(double linkBytesPerSecond) {
    if (count == bytesPerSecond.length) {
      bytesPerSecond = Arrays.copyOf(bytesPerSecond, 2 * count);
    }
    bytesPerSecond[count++] = linkBytesPerSecond;
  }

  /** What a link carries, bytes per second. */
  double of(int link) {
    return bytesPerSecond[link];
  }

  /** Links that there is room for: all numbers are below. */
  int room() {
    return bytesPerSecond.length;
  }
}
