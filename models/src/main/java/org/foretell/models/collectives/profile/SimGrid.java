package org.foretell.models.collectives.profile;

import static org.foretell.trace.OpCode.ALLGATHER;
import static org.foretell.trace.OpCode.ALLREDUCE;
import static org.foretell.trace.OpCode.ALLTOALL;
import static org.foretell.trace.OpCode.BARRIER;
import static org.foretell.trace.OpCode.BCAST;
import static org.foretell.trace.OpCode.GATHER;
import static org.foretell.trace.OpCode.REDUCE;
import static org.foretell.trace.OpCode.REDUCE_SCATTER;
import static org.foretell.trace.OpCode.SCAN;
import static org.foretell.trace.OpCode.SCATTER;

import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.exchange.InRankOrder;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.models.collectives.pattern.StartedSends;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * What SMPI's selector "default" does: nearly everything at once from or to one member. Its
 * alltoall is that of its Open MPI tables, where linear-sync and two-proc are linear as well. Its
 * alltoallv is linear too, but each member goes through the others in rank order instead of
 * beginning with the one after itself.
 */
public final class SimGrid implements CollectiveSchedules {
  private static final long LONG_REDUCE_SCATTER = 524_288;

  /**
   * Members of the largest alltoallv in rank order: larger calls are estimated by default, for
   * which they need phases.
   */
  private static final int MOST_IN_RANK_ORDER = 128;

  private static final PatternSchedule BARRIER_LINEAR = of(BARRIER, "linear");
  private static final PatternSchedule BCAST_BINOMIAL = of(BCAST, "binomial");
  private static final PatternSchedule REDUCE_FLAT = started(of(REDUCE, "flat"));
  private static final PatternSchedule REDUCE_LINEAR = of(REDUCE, "linear");
  private static final PatternSchedule ALLREDUCE_FLAT = of(ALLREDUCE, "flat-binomial");
  private static final PatternSchedule ALLGATHER_LINEAR = of(ALLGATHER, "linear");
  private static final PatternSchedule ALLTOALL_LINEAR = of(ALLTOALL, "linear");
  private static final PatternSchedule ALLTOALLV_LINEAR =
      new PatternSchedule(ALLTOALL_LINEAR.name(), InRankOrder.ALL_AT_ONCE);
  private static final PatternSchedule REDUCE_SCATTERV = of(REDUCE_SCATTER, "flat-reduce-scatterv");
  private static final PatternSchedule DOUBLING = of(REDUCE_SCATTER, "tree-doubling");
  private static final PatternSchedule PAIRWISE = of(REDUCE_SCATTER, "pairwise");
  private static final PatternSchedule GATHER_FLAT = started(of(GATHER, "flat"));
  private static final PatternSchedule SCATTER_FLAT = of(SCATTER, "flat");
  private static final PatternSchedule SCAN_FLAT = of(SCAN, "flat");

  /** Made when a program first calls alltoall: its table is long. */
  private static final class Alltoall {
    static final DecisionTable TABLE =
        new DecisionTable(
            "simgrid-default",
            BandTable.parse(
                OpenMpi5Tables.ALLTOALL
                    .replace("linear-sync", "linear")
                    .replace("two-proc", "linear")),
            new Formulas("simgrid-default"));
  }

  @Override
  public String name() {
    return "simgrid-default";
  }

  @Override
  public @Nullable CollectiveSchedule choose(MemberCall call) {
    return switch (call.code()) {
      case BARRIER -> BARRIER_LINEAR;
      case BCAST -> BCAST_BINOMIAL;
      case REDUCE -> call.commutative() ? REDUCE_FLAT : REDUCE_LINEAR;
      case ALLREDUCE -> ALLREDUCE_FLAT;
      case ALLGATHER, ALLGATHERV -> ALLGATHER_LINEAR;
      case ALLTOALL -> Alltoall.TABLE.choose(call);
      case ALLTOALLV, ALLTOALLW ->
          call.participants() > MOST_IN_RANK_ORDER ? ALLTOALL_LINEAR : ALLTOALLV_LINEAR;
      case REDUCE_SCATTER -> isRegular(call) ? REDUCE_SCATTERV : irregular(call);
      case REDUCE_SCATTER_BLOCK -> REDUCE_SCATTERV;
      case GATHER, GATHERV -> GATHER_FLAT;
      case SCATTER, SCATTERV -> SCATTER_FLAT;
      case SCAN, EXSCAN -> SCAN_FLAT;
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> null;
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> null;
    };
  }

  /** As its MPICH selector decides, which goes by elements; where they are not known, by bytes. */
  private static CollectiveSchedule irregular(MemberCall call) {
    long size = CallSize.elements(call, CallSize.total(call));
    return call.commutative() && size > LONG_REDUCE_SCATTER ? PAIRWISE : DOUBLING;
  }

  private static boolean isRegular(MemberCall call) {
    for (int member = 1; member < call.participants(); member++) {
      if (call.receiveBytesFrom(member) != call.receiveBytesFrom(0)) {
        return false;
      }
    }
    return true;
  }

  /** It waits for all that it has started, rather than for one send after the other. */
  private static PatternSchedule started(PatternSchedule schedule) {
    return new PatternSchedule(schedule.name(), new StartedSends(schedule.pattern()));
  }

  private static PatternSchedule of(OpCode op, String algorithm) {
    return new Selection(algorithm, 0, 0).schedule(op);
  }
}
