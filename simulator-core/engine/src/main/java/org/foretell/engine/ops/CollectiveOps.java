package org.foretell.engine.ops;

import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Calls of collectives, in steps where there is a schedule for them, and of what makes groups. */
public final class CollectiveOps {
  private final PointToPoint pointToPoint;
  private final CollectiveMatching matching;
  private final CommunicatorTable communicators;

  /** Null where all collectives go by formula. */
  private final @Nullable ScheduleExecutor steps;

  public CollectiveOps(
      PointToPoint pointToPoint,
      CollectiveMatching matching,
      CommunicatorTable communicators,
      @Nullable ScheduleExecutor steps) {
    this.communicators = communicators;
    this.pointToPoint = pointToPoint;
    this.matching = matching;
    this.steps = steps;
  }

  /**
   * A rank calls a collective.
   *
   * @param slot request slot of a non-blocking one, or one of {@code RequestTable}'s names
   * @param asTraced the op of the trace that it stands for, mostly itself
   * @param mayGoInSteps whether it is executed in steps if there is a schedule for it
   * @return whether the rank has to go on with its steps
   */
  boolean call(int rank, OpView op, OpView asTraced, int slot, boolean mayGoInSteps) {
    long id = op.communicator();
    CommunicatorGroup group = pointToPoint.group(rank, id);
    if (asTraced.code().family() == OpCode.Family.SHMEM) {
      group = communicators.shmem(group);
    }
    int member = pointToPoint.member(rank, id);
    int root = matching.check(rank, group, member, op, asTraced);
    if (steps != null && mayGoInSteps) {
      return steps.call(rank, group, member, op, root, slot);
    }
    matching.call(rank, group, member, op, root, slot, null, null);
    return false;
  }

  /** Whether a collective of MPI will be executed in steps, if it is valid. */
  public boolean goesInSteps(int rank, OpView op) {
    long id = op.communicator();
    return steps != null
        && op.code().family() == OpCode.Family.COLLECTIVE
        && steps.takes(rank, pointToPoint.group(rank, id), pointToPoint.member(rank, id), op);
  }

  /** A rank calls comm_create_group. */
  void createGroup(int rank, OpView op) {
    long id = op.communicator();
    matching.callCreateGroup(rank, pointToPoint.group(rank, id), pointToPoint.member(rank, id), op);
  }
}
