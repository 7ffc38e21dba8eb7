package org.foretell.machine;

/**
 * Changes the bursts of a rank between an event and the end of its block.
 *
 * @param eventType type of the event
 * @param eventValue value with which the block begins, above 0
 * @param ratio above 0: bursts are divided by it; 0: they take no time; below 0: each takes that
 *     many seconds, without the sign
 */
public record BurstRule(long eventType, long eventValue, double ratio) {
  /** Checks the range. */
  public BurstRule {
    if (Double.isNaN(ratio) || Double.isInfinite(ratio)) {
      throw new IllegalArgumentException("a burst rule needs a finite ratio, not " + ratio);
    }
  }
}
