package org.foretell.parsers.liballprof;

import org.jspecify.annotations.Nullable;

/**
 * The splits of the world by all ranks, read when the first rank needs them. Used by any number of
 * threads.
 */
final class WorldSplits {
  private final ProfRun run;
  private @Nullable Creations splits;

  WorldSplits(ProfRun run) {
    this.run = run;
  }

  /**
   * The splits.
   *
   * @throws org.foretell.trace.TraceException if a line is damaged, for each rank that needs them
   */
  synchronized Creations get() {
    Creations all = splits;
    if (all == null) {
      all = Creations.of(run);
      splits = all;
    }
    return all;
  }
}
