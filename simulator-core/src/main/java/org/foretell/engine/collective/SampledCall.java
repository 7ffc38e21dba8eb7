package org.foretell.engine.collective;

import java.util.Arrays;
import org.foretell.engine.kernel.RecordPool;

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

  /** By member its request, in the pool of calls, if the call does not block. */
  private final int[] calls;

  private long startPs;
  private long aheadPs;
  private long executedPs;
  private int executed;

  SampledCall(PhaseSample sample, long number, int members) {
    this.sample = sample;
    this.number = number;
    runs = new ScheduleRun[members];
    calls = new int[members];
    Arrays.fill(calls, RecordPool.NONE);
  }

  int members() {
    return runs.length;
  }

  ScheduleRun run(int member) {
    return runs[member];
  }

  /** A member is about to call. */
  void join(ScheduleRun run) {
    runs[run.member] = run;
  }

  /** The call of a member does not block. */
  void call(int member, int call) {
    calls[member] = call;
  }

  /** The last member has called. */
  void start(long timePs) {
    startPs = timePs;
    for (ScheduleRun run : runs) {
      run.call = calls[run.member];
      run.startPs = timePs;
      run.stepPs = timePs;
      run.clockPs = timePs;
    }
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
