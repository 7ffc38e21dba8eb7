package org.foretell.models.compute;

/**
 * The work of a burst. Only the ratio of the two values matters, so both may refer to a burst, a
 * second, or a whole run.
 *
 * @param flops floating-point operations, at least 0
 * @param bytes read from memory and written to it, at least 0; at least one value is above 0
 */
public record BurstWork(double flops, double bytes) {
  /** Checks the ranges. */
  public BurstWork {
    if (!(flops >= 0 && bytes >= 0 && flops + bytes > 0) || Double.isInfinite(flops + bytes)) {
      throw new IllegalArgumentException(
          "work needs flops and bytes that are finite, not negative, and not both 0, but has "
              + flops
              + " and "
              + bytes);
    }
  }
}
