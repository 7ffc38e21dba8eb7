package org.foretell.engine;

import java.util.Arrays;

/** The collectives that ranks execute in steps, by number; used again when they are over. */
final class CollectiveRuns {
  private static final int NONE = -1;

  private final Group any;
  private CollectiveRun[] runs = new CollectiveRun[16];
  private int fresh;
  private int free = NONE;

  /**
   * No run is in use.
   *
   * @param any some communicator, for runs that have not been used
   */
  CollectiveRuns(Group any) {
    this.any = any;
  }

  /** A run that is not in use. */
  CollectiveRun acquire() {
    if (free != NONE) {
      CollectiveRun run = runs[free];
      free = run.nextFree;
      return run;
    }
    if (fresh == runs.length) {
      runs = Arrays.copyOf(runs, 2 * fresh);
    }
    CollectiveRun run = new CollectiveRun(fresh, any);
    runs[fresh++] = run;
    return run;
  }

  void release(CollectiveRun run) {
    run.schedule = null;
    run.nextFree = free;
    free = run.number;
  }

  CollectiveRun at(int number) {
    return runs[number];
  }
}
