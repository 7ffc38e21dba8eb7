package org.foretell.engine.collective;

/**
 * A call of a collective of which some phases are executed. All its members start them when the
 * last one has called, and end together when the rest of the phases would have passed too. Later
 * calls of its kind take as long.
 */
final class SampledCall {
  /** Which phases are executed. */
  final PhaseSample sample;

  /** Which of its communicator's collectives it is. */
  final long number;

  /** By member what it executes. */
  private final ScheduleRun[] runs;

  private long startPs;
  private long aheadPs;
  private long executedPs;
  private int executed;

  SampledCall(PhaseSample sample, long number, int members) {
    this.sample = sample;
    this.number = number;
    runs = new ScheduleRun[members];
  }

  int members() {
    return runs.length;
  }

  ScheduleRun run(int member) {
    return runs[member];
  }

  /** A member has called. */
  void join(ScheduleRun run) {
    runs[run.member] = run;
  }

  /** The last member has called. */
  void start(long timePs) {
    startPs = timePs;
  }

  /** A member has executed the phases that do not count. */
  void ahead(long timePs) {
    aheadPs = Math.max(aheadPs, timePs);
  }

  /** A member has executed all phases of the sample; whether all members have. */
  boolean executed(long timePs) {
    executedPs = Math.max(executedPs, timePs);
    return ++executed == runs.length;
  }

  /** Whether it is known how long it takes. */
  boolean isKnown() {
    return executed == runs.length;
  }

  /** From the last call to the end, once that is known. */
  long durationPs() {
    return executedPs - startPs + sample.restPs(executedPs - aheadPs);
  }
}
