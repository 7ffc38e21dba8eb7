package org.foretell.analysis.efficiency;

/** What is idealised, one thing more at each rung, from the prediction down. */
public enum Rung {
  /** Nothing. */
  AS_PREDICTED,
  /** Messages take as long as alone, and keep no CPU from anything else. */
  NO_CONTENTION,
  /** Messages take as long as empty ones. */
  INFINITE_BANDWIDTH,
  /** Messages take no time. */
  ZERO_LATENCY,
  /**
   * Collectives that go by formula take no time either: they only synchronise. Large messages still
   * wait for their receiver. This is the ideal network of the POP project.
   */
  IDEAL_NETWORK,
  /** No message waits for its receiver. */
  EAGER,
  /** The ranks that compute in a phase compute as long as each other there. */
  BALANCED
}
