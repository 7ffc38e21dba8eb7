package org.foretell.runner;

import java.util.List;
import org.foretell.scenario.Wanted;

/**
 * What takes more than one run to answer: which scenarios it wants to see, given the answers so
 * far, and what follows from them. Asked in one thread; {@link Runner#ask} makes the runs of each
 * round on all cores.
 *
 * @param <A> what the answer is
 */
public interface Question<A> {
  /**
   * The next round.
   *
   * @param soFar the outcomes of all rounds before, none at first
   * @return scenarios to run, and replays to make; those of earlier rounds are not made again; none
   *     when no more are needed
   */
  List<? extends Wanted> next(Answers soFar);

  /**
   * What follows.
   *
   * @param all the outcomes of all rounds
   * @return the answer
   */
  A conclude(Answers all);
}
