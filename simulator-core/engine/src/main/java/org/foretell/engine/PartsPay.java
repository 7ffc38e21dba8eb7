package org.foretell.engine;

/**
 * From what on several parts of a replay are faster than one.
 *
 * @param leastWork ops and steps of collectives
 * @param leastRanks of a part: with fewer, most messages are between parts
 * @param leastBusy threads that replay at a time, on average, if parts go on in rounds
 */
record PartsPay(long leastWork, int leastRanks, double leastBusy) {
  static final PartsPay USUALLY = new PartsPay(1 << 23, 64, 1.25);

  /** For tests. */
  static final PartsPay ALWAYS = new PartsPay(0, 1, 0);
}
