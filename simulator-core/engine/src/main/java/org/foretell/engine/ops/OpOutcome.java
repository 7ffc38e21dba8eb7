package org.foretell.engine.ops;

/** What has come of an op, or of a step of it. */
public enum OpOutcome {
  /** The op is over; its rank goes on at its clock. */
  DONE,
  /** The rank is blocked, or waits for its CPU. */
  BLOCKED,
  /** The next step of the op follows at once. */
  NEXT_STEP,
  /** The next step of the op follows when the rank's clock has come. */
  NEXT_STEP_AT_CLOCK,
  /** The same step of the op follows when the rank's clock has come. */
  SAME_STEP_AT_CLOCK,
  /** The next step of the op is an event of its own. */
  NEXT_STEP_AS_EVENT,
  /** The rank is in a collective that it executes in steps. */
  IN_COLLECTIVE
}
