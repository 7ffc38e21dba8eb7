package org.foretell.calibration.measurement;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * Times of one kind of op. Immutable.
 *
 * @param metric the measured quantity
 * @param name its name in the source: the benchmark, or the kind of the lines of a CSV
 * @param source the file, or the command
 * @param ranks number of participating ranks, if the source states it
 * @param samples by bytes, at least one
 */
public record Series(
    Metric metric, String name, String source, OptionalInt ranks, List<Sample> samples) {
  /** Sorts the samples. */
  public Series {
    samples = samples.stream().sorted(Comparator.comparingLong(Sample::bytes)).toList();
    if (samples.isEmpty()) {
      throw new IllegalArgumentException(name + " has no samples");
    }
  }
}
