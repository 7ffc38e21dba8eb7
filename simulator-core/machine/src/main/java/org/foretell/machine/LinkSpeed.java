package org.foretell.machine;

/**
 * Latency and bandwidth of a path for messages.
 *
 * @param latencyPs picoseconds, at least 0
 * @param bytesPerSecond above 0; positive infinity for no time per byte
 */
public record LinkSpeed(long latencyPs, double bytesPerSecond) {
  /** No time at all. */
  public static final LinkSpeed INSTANT = new LinkSpeed(0, Double.POSITIVE_INFINITY);

  /** Checks the ranges. */
  public LinkSpeed {
    if (latencyPs < 0) {
      throw new IllegalArgumentException(
          "latency must not be negative, but is " + latencyPs + " ps");
    }
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "bandwidth must be above zero, but is " + bytesPerSecond + " B/s");
    }
  }
}
