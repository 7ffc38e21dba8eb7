package org.foretell.model;

import java.util.List;

/**
 * One algorithm of one collective as steps of point-to-point messages, for every member of a
 * communicator. Steps are computed one at a time on request, so that no list of steps is ever
 * built: the alltoall of 16,384 ranks is a handful of numbers per rank. Stateless; may be used by
 * any number of threads. Two that make the same steps should be equal, so that replays under
 * several models can share a pass over their trace.
 */
public interface CollectiveSchedule {
  /** {@return the name as in tables and reports, for example {@code "recursive-doubling"}} */
  String name();

  /**
   * Sets the next step of a member.
   *
   * @param call the member's view: its own arguments, without those of the other members
   * @param index 0 for the first step, increasing by one
   * @param step filled in
   * @return whether there is such a step; if not, the member is done once its messages are
   */
  boolean step(MemberCall call, int index, CollectiveStep step);

  /**
   * Returns the steps of a member that consist of similar phases. Only some phases of a call with
   * too many steps are executed.
   *
   * @param call the member's view; all members of a call must have runs with equal numbers of
   *     phases and steps, but these may begin after different numbers of steps
   * @return in the order of steps; empty if there are none
   */
  default List<Phases> phases(MemberCall call) {
    return List.of();
  }
}
