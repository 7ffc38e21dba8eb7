package org.foretell.machine;

/**
 * The size of the messages in one half of a collective, from the bytes that the deciding member
 * sends and receives: the root, or without a root the last member to call.
 */
public enum FanSize {
  /** The bytes sent for the fan-in, the bytes received for the fan-out. */
  OWN,
  /** The smaller of the two. */
  MIN,
  /** The larger of the two. */
  MAX,
  /** Half of their sum. */
  MEAN,
  /** Twice the larger. */
  TWICE_MAX,
  /** Their sum. */
  SUM
}
