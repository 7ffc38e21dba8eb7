package org.foretell.result;

/** What to do with an op that the engine does not replay, see {@code Simulation.supports}. */
public enum UnsupportedOps {
  /** The simulation stops at the first one with an {@link InputException}. */
  REFUSE,
  /** They take no time and are counted, see {@link Problem.Kind#PASSED_OPERATION}. */
  PASS
}
