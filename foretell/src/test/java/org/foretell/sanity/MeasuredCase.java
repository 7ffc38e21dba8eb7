package org.foretell.sanity;

import java.util.Objects;
import org.foretell.machine.Machine;

/** The case that a measurement is compared with. */
final class MeasuredCase {
  private static final long LARGE_BYTES = 1 << 20;
  private static final int PAIRS_OF_INJECTION = 16;

  private MeasuredCase() {}

  /**
   * The case.
   *
   * @param machine on which it was measured
   */
  static SanityCase of(Measurements.Measurement measurement, Machine machine) {
    long bytes = Math.max(1, measurement.bytes());
    return switch (measurement.quantity()) {
      case "latency" ->
          measurement.within()
              ? new SanityCase(Workload.PING_PONG_WITHIN, 2, 2, bytes)
              : new SanityCase(Workload.PING_PONG_BETWEEN, 2, 1, bytes);
      case "bandwidth" -> new SanityCase(Workload.STREAMS, 2, measurement.within() ? 2 : 1, bytes);
      case "injection" ->
          new SanityCase(Workload.STREAMS, 2 * PAIRS_OF_INJECTION, PAIRS_OF_INJECTION, LARGE_BYTES);
      case "allreduce" ->
          new SanityCase(
              Workload.ALLREDUCE,
              Objects.requireNonNull(measurement.ranks()),
              machine.groups().get(0).coresPerNode(),
              bytes);
      default ->
          throw new IllegalArgumentException(
              measurement.quantity() + " is none of latency, bandwidth, injection, allreduce");
    };
  }

  /** Bytes that the streams of a case move. */
  static double bytes(SanityCase of) {
    return of.ranks() / 2.0 * Workload.WINDOW * of.bytes();
  }
}
