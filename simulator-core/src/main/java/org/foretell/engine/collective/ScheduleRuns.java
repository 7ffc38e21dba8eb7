package org.foretell.engine.collective;

import java.util.Arrays;

/** The collectives that ranks execute in steps, by number; used again when they are over. */
public final class ScheduleRuns {
  private static final int NONE = -1;

  private final CommunicatorGroup world;
  private ScheduleRun[] runs = new ScheduleRun[16];
  private int fresh;
  private int free = NONE;

  /** No run is in use. */
  public ScheduleRuns(CommunicatorGroup world) {
    this.world = world;
  }

  /** A run that is not in use. */
  ScheduleRun acquire() {
    if (free != NONE) {
      ScheduleRun run = runs[free];
      free = run.nextFree;
      return run;
    }
    if (fresh == runs.length) {
      runs = Arrays.copyOf(runs, 2 * fresh);
    }
    ScheduleRun run = new ScheduleRun(fresh, world);
    runs[fresh++] = run;
    return run;
  }

  void release(ScheduleRun run) {
    run.schedule = null;
    run.nextFree = free;
    free = run.number;
  }

  public ScheduleRun at(int number) {
    return runs[number];
  }
}
