package org.foretell.calibration.measurement;

/**
 * A measured time.
 *
 * @param bytes of the message or vector, at least 0
 * @param timePs picoseconds, above 0
 */
public record Sample(long bytes, long timePs) {
  /** Checks the ranges. */
  public Sample {
    if (bytes < 0 || timePs <= 0) {
      throw new IllegalArgumentException(bytes + " bytes in " + timePs + " ps");
    }
  }
}
