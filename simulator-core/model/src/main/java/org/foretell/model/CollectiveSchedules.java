package org.foretell.model;

import org.jspecify.annotations.Nullable;

/**
 * Which algorithm executes a collective: the decision table of an MPI library. Stateless; may be
 * used by any number of threads.
 */
public interface CollectiveSchedules {
  /** {@return the profile's name, for reports: {@code "mpich4"}} */
  String name();

  /**
   * The algorithm of a call. All members of a call must get the same answer, so it may depend only
   * on what MPI makes equal for all: op, number of members, root, and sizes where all state the
   * same.
   *
   * @param call what a member knows
   * @return null if the profile has no algorithm for it and the formula decides
   */
  @Nullable CollectiveSchedule choose(MemberCall call);
}
