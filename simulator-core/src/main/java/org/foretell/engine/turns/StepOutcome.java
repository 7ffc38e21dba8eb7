package org.foretell.engine.turns;

/** What has come of a step. */
enum StepOutcome {
  /** The op is over. */
  DONE,
  /** A non-blocking collective, whose startup was paid, has been called; the rank keeps its CPU. */
  LAUNCHED,
  /** The rank is blocked. */
  BLOCKED,
  /** The next step follows. */
  NEXT_STEP,
  /** What would be an op of its own, in a collective, is over. */
  STEP_ENDS
}
