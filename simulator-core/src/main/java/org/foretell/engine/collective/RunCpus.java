package org.foretell.engine.collective;

/** Says whether steps of collectives have to wait for their CPU, and keeps it for them. */
public interface RunCpus {
  /** The CPU is not free. */
  long NOT_YET = -1;

  /** Whether a step has to wait for its CPU; if so it is executed again when that is free. */
  boolean waitsToSend(ScheduleRun run);

  /**
   * A reduction keeps the CPU.
   *
   * @param fromPs the clock of the collective
   * @return until when, or {@link #NOT_YET} if it has to wait for its CPU and is executed again
   */
  long reduce(ScheduleRun run, long fromPs, long spanPs);
}
