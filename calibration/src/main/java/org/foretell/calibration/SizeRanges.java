package org.foretell.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.fit.Segment;

/** The ranges of message sizes of a piecewise fit, as tables of factors have them. */
final class SizeRanges {
  /** Stands for nothing, which no factor may be. */
  private static final double LEAST_FACTOR = 0.01;

  /** Stands for bytes that take no time. */
  private static final double GREATEST_FACTOR = 1e6;

  /** What holds for messages above a size, up to the next range. */
  record Range(long aboveBytes, Segment segment) {}

  /** Ascending; the first one begins at 0. */
  private final List<Range> ranges = new ArrayList<>();

  /** A range for each segment. */
  SizeRanges(PiecewiseFit fit) {
    this(fit, 0);
  }

  /** A range for each segment, of which the one that holds the eager threshold becomes two. */
  SizeRanges(PiecewiseFit fit, long eagerBytes) {
    TreeSet<Long> bounds = new TreeSet<>(List.of(0L));
    for (Segment segment : fit.segments().subList(0, fit.segments().size() - 1)) {
      bounds.add(segment.toBytes());
    }
    if (eagerBytes > 0 && eagerBytes < fit.last().toBytes()) {
      bounds.add(eagerBytes);
    }
    for (long above : bounds) {
      ranges.add(new Range(above, fit.segment(above + 1)));
    }
  }

  Range first() {
    return ranges.get(0);
  }

  Range of(long bytes) {
    int i = ranges.size() - 1;
    while (i > 0 && bytes <= ranges.get(i).aboveBytes()) {
      i--;
    }
    return ranges.get(i);
  }

  /** A factor that a table may have. */
  static double factor(double value) {
    return Math.max(LEAST_FACTOR, value);
  }

  /** How many times faster bytes move than {@code psPerByte} says. */
  static double bandwidthFactor(Range range, double psPerByte) {
    double slope = range.segment().psPerByte();
    return slope > 0 ? Math.min(GREATEST_FACTOR, psPerByte / slope) : GREATEST_FACTOR;
  }

  /** As models read it; ranges of the same factor are one. */
  String table(ToDoubleFunction<Range> factor) {
    List<String> entries = new ArrayList<>();
    double last = Double.NaN;
    for (Range range : ranges) {
      double value = factor.applyAsDouble(range);
      if (value != last) {
        entries.add(0, String.format(Locale.US, "%d:%.6g", range.aboveBytes(), value));
        last = value;
      }
    }
    return String.join(";", entries);
  }
}
