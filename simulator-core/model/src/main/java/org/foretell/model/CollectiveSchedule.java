package org.foretell.model;

import java.util.List;

/**
 * One algorithm of one collective as steps of point-to-point messages, for every member of a
 * communicator. Steps are computed one by one when asked for, so that nothing is ever expanded: the
 * alltoall of 16,384 ranks is a handful of numbers per rank. Stateless; may be used by any number
 * of threads.
 */
public interface CollectiveSchedule {
  /** {@return the name as in tables and reports, for example {@code "recursive-doubling"}} */
  String name();

  /**
   * The next step of a member.
   *
   * @param call what the member knows: its own arguments, nothing of the other members
   * @param index 0 for the first step, then one more each time
   * @param step filled in
   * @return whether there is such a step; if not the member is done once its messages are
   */
  boolean step(MemberCall call, int index, CollectiveStep step);

  /**
   * Those steps of a member that consist of phases which are alike. Of a call with too many steps
   * only some phases are then executed.
   *
   * @param call what a member knows; all members of a call must have runs of as many phases of as
   *     many steps, but they may begin after different numbers of steps
   * @return in the order of steps; empty if there are none
   */
  default List<Phases> phases(MemberCall call) {
    return List.of();
  }
}
