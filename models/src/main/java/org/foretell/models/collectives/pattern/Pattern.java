package org.foretell.models.collectives.pattern;

import java.util.List;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;

/**
 * The steps of a team of {@code p} places, 0 to {@code p - 1}, of which place 0 is the root if
 * there is one. The places need not be members of the communicator: whoever uses a pattern on a
 * part of a communicator gives the peers of each step their numbers. Stateless.
 */
public interface Pattern {
  /** The pattern has the step that was asked for. */
  int REACHED = -1;

  /**
   * How many steps a place takes.
   *
   * @param p at least 2
   */
  int steps(MemberCall call, int p, int me);

  /**
   * One step of a place; peers are places.
   *
   * @param index at least 0, below {@link #steps}
   */
  void at(MemberCall call, int p, int me, int index, CollectiveStep step);

  /**
   * One step of a place if it takes that many, as {@link #at} says it. Steps are asked for one by
   * one, so what is made of other patterns answers in one go how many steps each takes and which
   * one this is.
   *
   * @param index at least 0
   * @return {@link #REACHED}, or how many steps the index lies beyond the last one, less 1: what
   *     the index is for a pattern that follows
   */
  default int reach(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int beyond = index - steps(call, p, me);
    if (beyond >= 0) {
      return beyond;
    }
    at(call, p, me, index, step);
    return REACHED;
  }

  /**
   * Those steps of a place that consist of phases; see {@link
   * org.foretell.model.CollectiveSchedule#phases}.
   *
   * @param p at least 2
   */
  default List<Phases> phases(MemberCall call, int p, int me) {
    return List.of();
  }
}
