package org.foretell.engine.collective;

/** What has come of a step of a collective, or of a part of it. */
public enum StepOutcome {
  /** It has ended; the next one follows at the clock. */
  ENDED,
  /** It is not known yet when it ends, or it has to wait for its CPU. */
  BLOCKED,
  /** Another part of the step, or another step that takes no turn of its own, follows at once. */
  GOES_ON,
  /** There was none: the collective is over. */
  OVER
}
