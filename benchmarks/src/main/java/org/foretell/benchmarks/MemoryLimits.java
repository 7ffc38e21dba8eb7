package org.foretell.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * What the memory of this machine can do at best: bytes that one core reads one after the other,
 * and the time of a read whose place depends on the one before, by size of the array. A replay
 * cannot be faster than the first allows, and is as slow as the second if nothing overlaps.
 *
 * <p>{@code java -cp benchmarks.jar org.foretell.benchmarks.MemoryLimits} prints a table in
 * Markdown, in which each figure is the best of several passes.
 */
public final class MemoryLimits {
  private static final int[] MEGABYTES = {1, 4, 16, 64, 256, 1024};
  private static final int WARM_UP_MEGABYTES = 16;
  private static final int PASSES = 5;
  private static final int READS = 1 << 22;
  private static final int LONGS_PER_LINE = 8;
  private static final int LONGS_PER_MEGABYTE = 1 << 17;

  private MemoryLimits() {}

  /**
   * Measures, for about half a minute.
   *
   * @param args none
   */
  public static void main(String[] args) {
    if (args.length > 0) {
      throw new IllegalArgumentException("expected nothing, found " + Arrays.toString(args));
    }
    System.out.println("| array | one after the other | each read depends on the one before |");
    System.out.println("|--:|--:|--:|");
    measure(WARM_UP_MEGABYTES); // so that the rows are of compiled code
    for (int megabytes : MEGABYTES) {
      System.out.println(measure(megabytes));
    }
  }

  /** A row of the table. */
  private static String measure(int megabytes) {
    long[] array = new long[megabytes * LONGS_PER_MEGABYTE];
    link(array);
    return String.format(
        Locale.ROOT,
        "| %,d MB | %.1f GB/s | %.1f ns |",
        megabytes,
        best(() -> sum(array), true) * array.length * Long.BYTES,
        1 / best(() -> walk(array), false) / READS);
  }

  /** Work whose result has to be used. */
  @FunctionalInterface
  private interface Work {
    long run();
  }

  /** The rate of the fastest pass, a nanosecond. */
  private static double best(Work work, boolean repeated) {
    long least = Long.MAX_VALUE;
    long used = 0;
    for (int pass = 0; pass < (repeated ? 4 * PASSES : PASSES); pass++) {
      long begin = System.nanoTime();
      used += work.run();
      least = Math.min(least, System.nanoTime() - begin);
    }
    if (used == 1) {
      // Never so; but it uses the result, so the compiler cannot leave the passes out.
      System.err.println("the passes computed " + used);
    }
    return 1.0 / least;
  }

  private static long sum(long[] array) {
    long one = 0;
    long other = 0;
    for (int i = 0; i < array.length; i += 2) {
      one += array[i];
      other += array[i + 1];
    }
    return one + other;
  }

  private static long walk(long[] array) {
    int at = 0;
    for (int read = 0; read < READS; read++) {
      at = (int) array[at];
    }
    return at;
  }

  /** One long of each cache line names another line, so that a walk comes to all of them. */
  private static void link(long[] array) {
    int lines = array.length / LONGS_PER_LINE;
    int[] order = new int[lines];
    Arrays.setAll(order, line -> line);
    Random random = new Random(1);
    for (int line = lines - 1; line > 0; line--) {
      int other = random.nextInt(line + 1);
      int swapped = order[line];
      order[line] = order[other];
      order[other] = swapped;
    }
    for (int i = 0; i < lines; i++) {
      array[order[i] * LONGS_PER_LINE] = (long) order[(i + 1) % lines] * LONGS_PER_LINE;
    }
  }
}
