package org.foretell.machine;

/**
 * How traffic slows messages between sites: the factor of the bandwidth for a share {@code x} of
 * the largest traffic.
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
