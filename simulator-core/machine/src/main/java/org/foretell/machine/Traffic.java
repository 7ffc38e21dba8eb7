package org.foretell.machine;

/**
 * The slowdown of messages between sites by traffic: the factor on the bandwidth for a share {@code
 * x} of the largest traffic.
 */
public enum Traffic {
  /** {@code exp(-5 x)}. */
  EXPONENTIAL,
  /** {@code log10(10 - 10 x)}. */
  LOGARITHMIC,
  /** {@code 1 - x}. */
  LINEAR,
  /** 1. */
  NONE
}
