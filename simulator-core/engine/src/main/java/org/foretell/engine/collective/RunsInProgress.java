package org.foretell.engine.collective;

import org.jspecify.annotations.Nullable;

/** Who knows which collectives ranks are executing in steps. */
@FunctionalInterface
public interface RunsInProgress {
  /**
   * The collective that something pending belongs to, null if it is none.
   *
   * @param slot of what is pending
   */
  @Nullable ScheduleRun run(int rank, int slot);
}
