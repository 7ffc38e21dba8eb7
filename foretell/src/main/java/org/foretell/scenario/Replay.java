package org.foretell.scenario;

import java.util.Optional;

/**
 * A replay of a scenario with a variation that no figure expresses, or with observers. Any thread
 * may make it, once.
 *
 * @param <R> the type of the result
 */
public non-sealed interface Replay<R> extends Wanted {
  /** {@return the scenario to replay} */
  Scenario scenario();

  /**
   * {@return the variation, in words that no other kind of replay uses: two replays of equal
   * scenarios with equal words have the same result, and only one of them is made; empty if it is
   * always made, since it has observers, or a large result}
   */
  Optional<String> variant();

  /**
   * Replays.
   *
   * @param start the prepared simulation
   * @return the result
   */
  R replay(ReplayStart start);
}
