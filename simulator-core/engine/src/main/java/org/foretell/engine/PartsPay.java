package org.foretell.engine;

/**
 * From what on several parts of a replay are faster than one.
 *
 * @param leastWork ops and steps of collectives
 * @param leastRanks of a part: with fewer, most messages are between parts
 * @param leastBusy threads that replay at a time, on average, if parts go on in rounds: while there
 *     are fewer, one thread executes all parts
 * @param trialNanos length of one measurement of that
 */
record PartsPay(long leastWork, int leastRanks, double leastBusy, long trialNanos) {
  static final PartsPay USUALLY = new PartsPay(1 << 23, 64, 1.2, 60_000_000);

  /** For tests: whatever the work, and no thread leaves its part. */
  static final PartsPay ALWAYS = new PartsPay(0, 1, 0, 0);

  /** For tests: threads leave their parts to the first one after some rounds, for one. */
  static final PartsPay IN_TURNS = new PartsPay(0, 1, Double.MAX_VALUE, 0);
}
