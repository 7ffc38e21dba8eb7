package org.foretell.classification;

import java.util.Arrays;
import java.util.List;

/**
 * Normal times by size: straight lines between measured sizes, extended beyond them. Immutable.
 *
 * @param bytes sizes, ascending, at least one
 * @param meansPs for each size the mean of each time, picoseconds, finite and at least 0
 */
public record Curve(List<Long> bytes, List<List<Double>> meansPs) {
  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if sizes do not ascend, or a time is missing or none
   */
  public Curve {
    bytes = List.copyOf(bytes);
    meansPs = meansPs.stream().map(List::copyOf).toList();
    if (bytes.isEmpty() || bytes.size() != meansPs.size()) {
      throw new IllegalArgumentException(
          bytes.size()
              + " sizes and "
              + meansPs.size()
              + " rows of times; expected as many, and one at least");
    }
    for (int i = 0; i < bytes.size(); i++) {
      if (bytes.get(i) < 0 || (i > 0 && bytes.get(i) <= bytes.get(i - 1))) {
        throw new IllegalArgumentException("sizes " + bytes + " do not ascend from 0");
      }
      if (meansPs.get(i).size() != meansPs.get(0).size()
          || meansPs.get(i).stream().anyMatch(each -> !(each >= 0) || Double.isInfinite(each))) {
        throw new IllegalArgumentException(
            "times " + meansPs.get(i) + "; expected " + meansPs.get(0).size() + " of 0 or more");
      }
    }
  }

  /** {@return the number of times for each size} */
  public int times() {
    return meansPs.get(0).size();
  }

  /** The same curve in arrays, for many lookups. */
  static final class Lines {
    private final long[] bytes;
    private final double[][] meansPs;

    Lines(Curve curve) {
      bytes = curve.bytes().stream().mapToLong(Long::longValue).toArray();
      meansPs =
          curve.meansPs().stream()
              .map(row -> row.stream().mapToDouble(Double::doubleValue).toArray())
              .toArray(double[][]::new);
    }

    /** Returns the normal time of a size; never below 0. */
    double timePs(int time, long size) {
      if (bytes.length == 1) {
        return meansPs[0][time];
      }
      int found = Arrays.binarySearch(bytes, size);
      if (found >= 0) {
        return meansPs[found][time];
      }
      int above = Math.max(1, Math.min(bytes.length - 1, -found - 1));
      double share = (double) (size - bytes[above - 1]) / (bytes[above] - bytes[above - 1]);
      double from = meansPs[above - 1][time];
      return Math.max(0, from + Math.max(share, 0) * (meansPs[above][time] - from));
    }
  }
}
