package org.foretell.study.campaign;

import java.util.Optional;

/** Replays that were made, by key. Used by any number of threads. */
interface KeptReplays {
  /**
   * {@return a replay that was made before; empty if there is none}
   *
   * @param key of all that decides it
   */
  Optional<Replay> find(String key);

  /**
   * Keeps a replay.
   *
   * @param replay that is over
   */
  void add(Replay replay);
}
