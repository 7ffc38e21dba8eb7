package org.foretell.models.collectives.profile;

import static org.foretell.trace.OpCode.ALLREDUCE;
import static org.foretell.trace.OpCode.BCAST;
import static org.foretell.trace.OpCode.REDUCE;
import static org.foretell.trace.OpCode.REDUCE_SCATTER;
import static org.foretell.trace.OpCode.REDUCE_SCATTER_BLOCK;

import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.models.collectives.pattern.Sequence;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** The fixed decisions of Open MPI's component "tuned" from version 4.1 on. */
public final class OpenMpi5 implements CollectiveSchedules {
  private static final String REDUCE_BCAST = "reduce-bcast";

  /** Open MPI never pairs the members of an alltoall by bits. */
  private static final DecisionTable TABLE =
      table((OpenMpi5Tables.COMMUTATIVE + OpenMpi5Tables.ALLTOALL).replace("pairwise", "ring"));

  private static final DecisionTable ORDERED = table(OpenMpi5Tables.ORDERED);

  private static DecisionTable table(String bands) {
    return new DecisionTable("ompi5", BandTable.parse(bands), new Formulas("ompi5"));
  }

  @Override
  public String name() {
    return "ompi5";
  }

  @Override
  public @Nullable CollectiveSchedule choose(MemberCall call) {
    OpCode op = call.code() == REDUCE_SCATTER_BLOCK ? REDUCE_SCATTER : call.code();
    int p = call.participants();
    long bytes = CallSize.bytes(call);
    PatternSchedule chosen = find(op, p, bytes, call.commutative());
    if (op != ALLREDUCE || chosen == null || !chosen.name().equals(REDUCE_BCAST)) {
      return chosen;
    }
    PatternSchedule reduce = find(REDUCE, p, bytes, call.commutative());
    PatternSchedule bcast = find(BCAST, p, bytes, true);
    return reduce == null || bcast == null
        ? chosen
        : new PatternSchedule(REDUCE_BCAST, new Sequence(reduce.pattern(), bcast.pattern()));
  }

  private static @Nullable PatternSchedule find(OpCode op, int p, long bytes, boolean commutative) {
    PatternSchedule ordered = commutative ? null : ORDERED.find(op, p, bytes);
    return ordered == null ? TABLE.find(op, p, bytes) : ordered;
  }
}
