package org.foretell.result;

/** Treatment of ops on files if the machine has no file system. */
public enum UnsupportedOps {
  /** The simulation stops at the first such op with an {@link InputException}. */
  REFUSE,
  /** They take no time and are counted, see {@link Problem.Kind#PASSED_OPERATION}. */
  PASS
}
