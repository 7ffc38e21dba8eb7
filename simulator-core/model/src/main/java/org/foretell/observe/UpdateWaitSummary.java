package org.foretell.observe;

/**
 * How OpenSHMEM's waits and tests were matched with updates of variables.
 *
 * @param byAnyRank how many took updates by any rank
 * @param byRecordedRank how many took updates by the rank that the trace names
 * @param withoutUpdate how many took none: the traced run found the awaited value at once, or not
 *     at all
 */
public record UpdateWaitSummary(long byAnyRank, long byRecordedRank, long withoutUpdate) {
  /** {@return the total} */
  public long all() {
    return byAnyRank + byRecordedRank + withoutUpdate;
  }
}
