package org.foretell.result;

/** How ranks are interleaved. The predicted times are the same. */
public enum ReplayOrder {
  /** Always the rank with the earliest clock, one op at a time. */
  STRICT,
  /**
   * Each rank until it blocks. Only for models and traces in which no rank's order matters to
   * another.
   */
  RUN_AHEAD
}
