package org.foretell.engine.collective;

import java.util.Arrays;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.model.CollectiveSchedule;
import org.foretell.time.Ps;

/**
 * A call of a collective of which some phases are executed, among whatever else goes on. All its
 * members start them when the last one has called. By as much as these phases take longer than by
 * themselves, so does the whole call; then all members end together. Later calls of its kind take
 * as long.
 */
final class SampledCall {
  /** The phases that are executed. */
  final CollectiveSchedule sample;

  /** How long the whole call takes by itself, of what the phases take by themselves. */
  private final double whole;

  /** Which of its communicator's collectives it is. */
  final long number;

  /** By member what it executes. */
  private final ScheduleRun[] runs;

  /** By member its request, in the pool of calls, if the call does not block. */
  private final int[] calls;

  private long startPs;
  private long leastPs;
  private long executedPs;

  /** The size that cost formulas call {@code s}, if anybody asks for the critical path. */
  private long bytes;

  private int executed;

  SampledCall(CollectiveSchedule sample, double whole, long number, int members) {
    this.sample = sample;
    this.whole = whole;
    this.number = number;
    runs = new ScheduleRun[members];
    calls = new int[members];
    Arrays.fill(calls, RecordPool.NONE);
  }

  int members() {
    return runs.length;
  }

  long bytes() {
    return bytes;
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

  /** The call of the last member, of some bytes, follows from a moment. */
  void follow(int moment, long vectorBytes) {
    bytes = vectorBytes;
    for (ScheduleRun run : runs) {
      run.clockCause = moment;
      run.sampleCause = moment;
    }
  }

  /** The last member has called; the call takes no less than a bound. */
  void start(long timePs, long boundPs) {
    startPs = timePs;
    leastPs = boundPs;
    for (ScheduleRun run : runs) {
      run.call = calls[run.member];
      run.startPs = timePs;
      run.stepPs = timePs;
      run.clockPs = timePs;
    }
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
    return Math.max(leastPs, Ps.scale(executedPs - startPs, whole));
  }
}
