package org.foretell.engine;

import org.jspecify.annotations.Nullable;

/** Who knows which collectives ranks are executing in steps. */
@FunctionalInterface
interface RunsInProgress {
  /**
   * The collective that something pending belongs to, null if it is none.
   *
   * @param slot of what is pending
   */
  @Nullable CollectiveRun run(int rank, int slot);
}
