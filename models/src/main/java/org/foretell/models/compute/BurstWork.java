package org.foretell.models.compute;

/**
 * What a burst does. Only the ratio of the two counts, so both may be of one burst, of a second, or
 * of a whole run.
 *
 * @param flops floating-point operations, at least 0
 * @param bytes read from memory and written to it, at least 0; one of both is above 0
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
