package org.foretell.calibration.fit;

import java.util.List;

/**
 * Times as straight lines, each for a range of sizes. They need not meet: where a library changes
 * its protocol, times jump. Immutable.
 *
 * @param segments by size, at least one
 * @param residuals of all samples, by size
 */
public record PiecewiseFit(List<Segment> segments, List<Residual> residuals) {
  /** Copies the lists. */
  public PiecewiseFit {
    segments = List.copyOf(segments);
    residuals = List.copyOf(residuals);
  }

  /**
   * {@return the fitted time for a size, picoseconds}
   *
   * @param bytes also sizes that were not measured: those between two segments belong to the upper
   *     one
   */
  public double timePs(long bytes) {
    return segment(bytes).timePs(bytes);
  }

  /**
   * {@return the segment for a size}
   *
   * @param bytes at least 0
   */
  public Segment segment(long bytes) {
    for (Segment segment : segments) {
      if (bytes <= segment.toBytes()) {
        return segment;
      }
    }
    return last();
  }

  /** {@return the segment of the smallest sizes} */
  public Segment first() {
    return segments.get(0);
  }

  /** {@return the segment of the largest sizes} */
  public Segment last() {
    return segments.get(segments.size() - 1);
  }

  /** {@return the median of the residuals' relative sizes, at least 0} */
  public double medianError() {
    return median(residuals);
  }

  /** {@return the largest of the residuals' relative sizes, at least 0} */
  public double worstError() {
    return residuals.stream().mapToDouble(one -> Math.abs(one.relative())).max().orElse(0);
  }

  /**
   * {@return the median of relative sizes, at least 0}
   *
   * @param residuals any number
   */
  public static double median(List<Residual> residuals) {
    double[] sizes =
        residuals.stream().mapToDouble(one -> Math.abs(one.relative())).sorted().toArray();
    int half = sizes.length / 2;
    if (sizes.length == 0) {
      return 0;
    }
    return sizes.length % 2 == 1 ? sizes[half] : (sizes[half - 1] + sizes[half]) / 2;
  }
}
