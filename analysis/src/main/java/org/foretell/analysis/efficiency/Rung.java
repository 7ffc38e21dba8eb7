package org.foretell.analysis.efficiency;

/** The idealisations, one more at each rung, from the prediction down. */
public enum Rung {
  /** Nothing. */
  AS_PREDICTED,
  /** Messages take as long as alone, and do not occupy CPUs. */
  NO_CONTENTION,
  /** Messages take as long as empty messages. */
  INFINITE_BANDWIDTH,
  /** Messages take no time. */
  ZERO_LATENCY,
  /**
   * Collectives computed by a formula also take no time: they only synchronise. Large messages
   * still wait for their receiver. This is the ideal network of the POP project.
   */
  IDEAL_NETWORK,
  /** No message waits for its receiver. */
  EAGER,
  /** All ranks that compute in a phase compute equally long there. */
  BALANCED
}
