package org.foretell.model;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the algorithm of a collective: the decision table of an MPI library. Stateless; may be
 * used by any number of threads.
 */
public interface CollectiveSchedules {
  /** {@return the profile's name, for reports: {@code "mpich4"}} */
  String name();

  /**
   * Chooses the algorithm of a call. All members of a call must get the same algorithm, so it may
   * depend only on values that MPI makes equal for all: op, number of members, root, and sizes that
   * all members state alike.
   *
   * @param call the view of a member
   * @return null if the profile has no algorithm for it and the formula decides
   */
  @Nullable CollectiveSchedule choose(MemberCall call);
}
