package org.foretell.result;

/** The order in which ranks are interleaved. The predicted times are the same. */
public enum ReplayOrder {
  /** Always the rank with the earliest clock, one op at a time. */
  STRICT,
  /**
   * Each rank until it blocks. Only for models and traces in which the order of ranks has no
   * effect.
   */
  RUN_AHEAD
}
