package org.foretell.observe;

/**
 * How OpenSHMEM's waits and tests were matched with updates of variables.
 *
 * @param byAnyRank how many took updates by whichever rank made them
 * @param byRecordedRank how many took those of the rank that the trace names
 * @param withoutUpdate how many took none: the traced run found what it looked for, or did not
 */
public record UpdateWaitSummary(long byAnyRank, long byRecordedRank, long withoutUpdate) {
  /** {@return all of them} */
  public long all() {
    return byAnyRank + byRecordedRank + withoutUpdate;
  }
}
