package org.foretell.engine.cause;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Puts legs together that follow each other on a way on which nothing branches. The first leg of
 * each kind stays, and takes as long as all of its kind did together.
 */
final class Stretches {
  private final IntToLongFunction alike;
  private final Merging merging;
  private final Long2IntOpenHashMap placeOf = new Long2IntOpenHashMap();

  /** The moments of a stretch that stay, and how long the legs to them take, the last one first. */
  private int[] moments = new int[16];

  private long[] lengthsPs = new long[16];
  private int count;

  /** Receives merged legs. */
  @FunctionalInterface
  interface Merging {
    /** One moment stands for another one too. */
    void merge(int into, int gone);
  }

  /**
   * @param alike by moment a number that legs share which may be put together
   */
  Stretches(IntToLongFunction alike, Merging merging) {
    this.alike = alike;
    this.merging = merging;
    placeOf.defaultReturnValue(-1);
  }

  /**
   * Shortens the way to a moment, which itself stays as it is.
   *
   * @param kept by moment whether it is; that of moments that are not needed any more is cleared
   * @return what the moment follows from now
   */
  int shorten(
      int moment,
      int trunk,
      int[] before,
      long[] endPs,
      int[] children,
      boolean[] held,
      boolean[] kept) {
    placeOf.clear();
    count = 0;
    int one = before[moment];
    long lastPs = endPs[one];
    while (one != trunk && children[one] == 1 && !held[one]) {
      int from = before[one];
      add(one, endPs[one] - endPs[from], kept);
      one = from;
    }
    int next = one;
    long timePs = endPs[one];
    for (int i = count - 1; i >= 0; i--) {
      before[moments[i]] = next;
      next = moments[i];
      timePs += lengthsPs[i];
      endPs[next] = timePs;
    }
    if (timePs != lastPs) {
      throw new AssertionError("a stretch that ended at " + lastPs + " ps ends at " + timePs);
    }
    return next;
  }

  private void add(int moment, long lengthPs, boolean[] kept) {
    long key = alike.applyAsLong(moment);
    int place = placeOf.get(key);
    if (place >= 0) {
      lengthsPs[place] += lengthPs;
      merging.merge(moments[place], moment);
      kept[moment] = false;
      return;
    }
    if (count == moments.length) {
      moments = Arrays.copyOf(moments, 2 * count);
      lengthsPs = Arrays.copyOf(lengthsPs, 2 * count);
    }
    placeOf.put(key, count);
    moments[count] = moment;
    lengthsPs[count++] = lengthPs;
  }
}
