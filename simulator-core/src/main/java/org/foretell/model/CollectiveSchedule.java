package org.foretell.model;

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
   * How many steps a phase has, where the algorithm consists of phases that are alike: all members
   * take equally many steps, a message that is sent in a phase is received in the phase of the same
   * number, nothing is under way between two phases, and each phase moves about as much. Only some
   * phases of a call with too many steps are then executed.
   *
   * @param call what a member knows; all members of a call must get the same answer
   * @return 0 if it is not so
   */
  default int phaseSteps(MemberCall call) {
    return 0;
  }
}
