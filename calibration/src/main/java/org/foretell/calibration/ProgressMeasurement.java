package org.foretell.calibration;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.measurement.Sample;
import org.foretell.calibration.measurement.Series;

/**
 * Whether an MPI library takes messages in only in calls that wait. Two ranks send each other a
 * message above the eager threshold, one of them after a computation, in which the request of the
 * other arrives. If it sends its own request before it answers, both messages move at once, in the
 * time of one. If it answers first, the other rank begins to send, and its answer waits behind its
 * data: the messages move one after the other.
 */
final class ProgressMeasurement {
  /** Halfway between the time of one message and that of two. */
  private static final double MOST_AT_ONCE = 1.5;

  private final double ratio;
  private final String evidence;

  private ProgressMeasurement(double ratio, String evidence) {
    this.ratio = ratio;
    this.evidence = evidence;
  }

  /**
   * Compares exchanges with single messages.
   *
   * @param exchange times of both messages, by size
   * @param latency times of one message
   * @return empty if no exchange is above the eager threshold
   */
  static Optional<ProgressMeasurement> of(Series exchange, PiecewiseFit latency, long eagerBytes) {
    List<Sample> large =
        exchange.samples().stream().filter(sample -> sample.bytes() > eagerBytes).toList();
    OptionalDouble ratio = medianRatio(large, latency);
    if (ratio.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ProgressMeasurement(
            ratio.getAsDouble(),
            String.format(
                Locale.US,
                "two messages, one each way, one of them sent after a computation, take %.2f times"
                    + " the time of one; median of %s bytes",
                ratio.getAsDouble(),
                large.stream()
                    .map(sample -> Long.toString(sample.bytes()))
                    .collect(Collectors.joining(", ")))));
  }

  private static OptionalDouble medianRatio(List<Sample> samples, PiecewiseFit latency) {
    double[] ratios =
        samples.stream()
            .mapToDouble(sample -> sample.timePs() / latency.timePs(sample.bytes()))
            .sorted()
            .toArray();
    return ratios.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(ratios[(ratios.length - 1) / 2]);
  }

  /** Whether messages are taken in only in calls that wait for some. */
  boolean isOnlyInWaits() {
    return ratio < MOST_AT_ONCE;
  }

  /** The measurement in words. */
  String evidence() {
    return evidence;
  }
}
