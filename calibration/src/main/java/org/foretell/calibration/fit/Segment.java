package org.foretell.calibration.fit;

/**
 * A range of message sizes in which a time is {@code latencyPs + bytes * psPerByte}.
 *
 * @param fromBytes the least size that was measured in it
 * @param toBytes the greatest
 * @param latencyPs picoseconds, at least 0
 * @param psPerByte picoseconds for each byte, at least 0
 */
public record Segment(long fromBytes, long toBytes, double latencyPs, double psPerByte) {
  /**
   * {@return the fitted time for a size, picoseconds}
   *
   * @param bytes also outside of its range
   */
  public double timePs(long bytes) {
    return latencyPs + bytes * psPerByte;
  }
}
