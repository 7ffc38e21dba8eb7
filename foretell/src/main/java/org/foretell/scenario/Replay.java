package org.foretell.scenario;

import java.util.Optional;

/**
 * A replay of a scenario in which something is done otherwise, as no figure says it, or which
 * somebody watches. Made once, by any thread.
 *
 * @param <R> what it finds
 */
public non-sealed interface Replay<R> extends Wanted {
  /** {@return what is replayed} */
  Scenario scenario();

  /**
   * {@return what is done otherwise, in words that no other kind of replay has: two of equal
   * scenarios with equal words find the same, and only one of them is made; empty if it is made
   * each time, since it is watched, or keeps much}
   */
  Optional<String> variant();

  /**
   * Replays.
   *
   * @param start what there is to begin with
   * @return what it finds
   */
  R replay(ReplayStart start);
}
