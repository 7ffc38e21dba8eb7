package org.foretell.engine;

/**
 * A blocking call of a collective of which some phases are executed, and how long it took: as long
 * as later calls of the same kind in the same communicator, which are not executed at all.
 */
final class SampledCall {
  /** Which phases are executed. */
  final PhaseSample sample;

  /** Which of its communicator's collectives it is. */
  final long number;

  private long lastCallPs;
  private long lastEndPs;

  SampledCall(PhaseSample sample, long number) {
    this.sample = sample;
    this.number = number;
  }

  /** A member that called has come to the end. */
  void ended(long callPs, long endPs) {
    lastCallPs = Math.max(lastCallPs, callPs);
    lastEndPs = Math.max(lastEndPs, endPs);
  }

  /** From the last call to the last end, once all members have ended. */
  long durationPs() {
    return lastEndPs - lastCallPs;
  }
}
