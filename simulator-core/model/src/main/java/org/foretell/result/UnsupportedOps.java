package org.foretell.result;

/** What to do with ops on files where the machine has no file system. */
public enum UnsupportedOps {
  /** The simulation stops at the first one with an {@link InputException}. */
  REFUSE,
  /** They take no time and are counted, see {@link Problem.Kind#PASSED_OPERATION}. */
  PASS
}
