package org.foretell.analysis.recorded;

import org.foretell.trace.OpCode;

/** For which member of a group a call has waited, when the clocks of all ranks are set. */
final class GroupWaits {
  /** The part of a call for a lock by which clocks may be wrong: one in so many. */
  private static final int LOCK_SLACK = 100;

  private final CallGroups groups;

  GroupWaits(CallGroups groups) {
    this.groups = groups;
  }

  /** Another rank lets this one go on by its call. */
  void released(CallWait wait, int rank, int group, long beforePs, Need need) {
    int at = groups.last(group, rank, beforePs);
    if (at != MovedData.NONE) {
      boolean isNeeded = need == Need.COMPLETE;
      wait.until(groups.startPs(group, at), groups.rank(group, at), isNeeded, need);
    }
  }

  /**
   * Another rank gives back a lock. That is over within microseconds, of which clocks may be wrong:
   * while this rank has the lock nobody else gives it back, so that one who seems to do so right
   * after the call did it within.
   */
  void unlocked(CallWait wait, int rank, int group) {
    long slackPs = (wait.endPs - wait.startPs) / LOCK_SLACK;
    int at = groups.last(group, rank, wait.endPs + slackPs);
    if (at != MovedData.NONE) {
      long releasedPs = groups.startPs(group, at);
      boolean isAfter = releasedPs >= wait.endPs;
      wait.until(isAfter ? wait.endPs : releasedPs, groups.rank(group, at), isAfter, Need.LOCK);
    }
  }

  void members(CallWait wait, int rank, int group, int root) {
    OpCode code = groups.code(group);
    int at =
        switch (code) {
          case BCAST, SCATTER, SCATTERV, SHMEM_BROADCAST ->
              rank == root || root < 0
                  ? groups.last(group, rank, wait.endPs)
                  : groups.find(group, root);
          case REDUCE, GATHER, GATHERV ->
              groups.last(group, rank, rank == root ? Long.MAX_VALUE : wait.endPs);
          case SCAN, EXSCAN -> groups.last(group, rank, wait.endPs);
          case BARRIER, ALLGATHER, ALLGATHERV, ALLTOALL -> groups.last(group, rank, Long.MAX_VALUE);
          case ALLTOALLV, ALLTOALLW, ALLREDUCE -> groups.last(group, rank, Long.MAX_VALUE);
          case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> groups.last(group, rank, Long.MAX_VALUE);
          case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> groups.last(group, rank, Long.MAX_VALUE);
          // Of BLOCKING_COLLECTIVE all are listed: any other op that all members call ends when the
          // last of them has come.
          default -> groups.last(group, rank, Long.MAX_VALUE);
        };
    if (at != MovedData.NONE) {
      wait.until(groups.startPs(group, at), groups.rank(group, at), true, Need.MEMBERS);
    }
  }
}
