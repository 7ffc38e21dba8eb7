package org.foretell.runner;

import java.util.List;
import org.foretell.scenario.Wanted;

/**
 * A question that takes more than one run to answer: it requests runs, given the answers so far,
 * and draws the conclusion. One thread calls it; {@link Runner#ask} makes the runs of each round on
 * all cores.
 *
 * @param <A> the type of the answer
 */
public interface Question<A> {
  /**
   * Returns the runs of the next round.
   *
   * @param soFar the outcomes of all rounds before, none at first
   * @return scenarios to run, and replays to make, of which those of earlier rounds are not
   *     repeated; empty when no more are needed
   */
  List<? extends Wanted> next(Answers soFar);

  /**
   * Draws the conclusion.
   *
   * @param all the outcomes of all rounds
   * @return the answer
   */
  A conclude(Answers all);
}
