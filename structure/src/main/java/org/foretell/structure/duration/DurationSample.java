package org.foretell.structure.duration;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.foretell.trace.DurationHistogram;

/**
 * Durations in bins that grow by a constant factor, two for each power of two; those of 0 apart.
 */
final class DurationSample {
  private final TreeMap<Integer, Bin> bins = new TreeMap<>();

  private static final class Bin {
    long count;
    long leastPs = Long.MAX_VALUE;
    long mostPs;
    double sumPs;
  }

  void add(long durationPs) {
    Bin bin = bins.computeIfAbsent(bin(durationPs), b -> new Bin());
    bin.count++;
    bin.leastPs = Math.min(bin.leastPs, durationPs);
    bin.mostPs = Math.max(bin.mostPs, durationPs);
    bin.sumPs += durationPs;
  }

  private static int bin(long durationPs) {
    if (durationPs == 0) {
      return 0;
    }
    int power = Long.SIZE - Long.numberOfLeadingZeros(durationPs);
    boolean upper = power > 1 && (durationPs >>> (power - 2) & 1) != 0;
    return 2 * power + (upper ? 1 : 0);
  }

  DurationHistogram histogram(int id) {
    List<DurationHistogram.Bin> all = new ArrayList<>();
    for (Bin bin : bins.values()) {
      long mean = Math.round(bin.sumPs / bin.count);
      all.add(
          new DurationHistogram.Bin(
              bin.count,
              bin.leastPs,
              Math.max(bin.leastPs, Math.min(mean, bin.mostPs)),
              bin.mostPs));
    }
    return new DurationHistogram(id, all);
  }
}
