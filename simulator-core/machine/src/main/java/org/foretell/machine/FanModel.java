package org.foretell.machine;

/**
 * How the time of one half of a collective grows with the number {@code n} of partners, in terms of
 * the time {@code t} of one message.
 */
public enum FanModel {
  /** No time. */
  NONE,
  /** {@code t}. */
  CONSTANT,
  /** {@code (n - 1) t}. */
  LINEAR,
  /**
   * {@code k t}, where {@code k} is the binary logarithm of {@code n} rounded up; with limited
   * buses {@code k} grows by the additional rounds that the messages of a stage need.
   */
  LOGARITHMIC
}
