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
import org.foretell.models.collectives.pattern.Fold;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.models.collectives.pattern.Sequence;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** The fixed decisions of Open MPI's component "tuned", versions 1.3 to 4.0. */
public final class OpenMpi4 implements CollectiveSchedules {
  private static final PatternSchedule BARRIER_TWO = of(BARRIER, "two-proc");
  private static final PatternSchedule BARRIER_DOUBLING = of(BARRIER, "recursive-doubling");
  private static final PatternSchedule BARRIER_BRUCK = of(BARRIER, "bruck");
  private static final PatternSchedule BCAST_BINOMIAL = of(BCAST, "binomial/whole");
  private static final PatternSchedule BCAST_SPLIT_1K = of(BCAST, "split-binary/1KiB");
  private static final PatternSchedule BCAST_SPLIT_8K = of(BCAST, "split-binary/8KiB");
  private static final PatternSchedule BCAST_PIPELINE_8K = of(BCAST, "pipeline/8KiB");
  private static final PatternSchedule BCAST_PIPELINE_16K = of(BCAST, "pipeline/16KiB");
  private static final PatternSchedule BCAST_PIPELINE_64K = of(BCAST, "pipeline/64KiB");
  private static final PatternSchedule BCAST_PIPELINE_128K = of(BCAST, "pipeline/128KiB");
  private static final PatternSchedule REDUCE_LINEAR = of(REDUCE, "linear");
  private static final PatternSchedule REDUCE_IN_ORDER = of(REDUCE, "in-order-binary/whole");
  private static final PatternSchedule REDUCE_BINOMIAL = of(REDUCE, "binomial/whole");
  private static final PatternSchedule REDUCE_BINOMIAL_1K = of(REDUCE, "binomial/1KiB");
  private static final PatternSchedule REDUCE_PIPELINE_1K = of(REDUCE, "pipeline/1KiB");
  private static final PatternSchedule REDUCE_BINARY_32K = of(REDUCE, "binary/32KiB");
  private static final PatternSchedule REDUCE_PIPELINE_32K = of(REDUCE, "pipeline/32KiB");
  private static final PatternSchedule REDUCE_PIPELINE_64K = of(REDUCE, "pipeline/64KiB");
  private static final PatternSchedule ALLREDUCE_DOUBLING = of(ALLREDUCE, "recursive-doubling");
  private static final PatternSchedule ALLREDUCE_RING = of(ALLREDUCE, "ring");
  private static final PatternSchedule ALLREDUCE_SEGMENTED = of(ALLREDUCE, "segmented-ring/1MiB");
  private static final PatternSchedule ALLGATHER_TWO = of(ALLGATHER, "two-proc");
  private static final PatternSchedule ALLGATHER_DOUBLING = of(ALLGATHER, "recursive-doubling");
  private static final PatternSchedule ALLGATHER_BRUCK = of(ALLGATHER, "bruck");
  private static final PatternSchedule ALLGATHER_NEIGHBOR = of(ALLGATHER, "neighbor-exchange");
  private static final PatternSchedule ALLGATHER_RING = of(ALLGATHER, "ring");
  private static final PatternSchedule ALLTOALL_TWO = of(ALLTOALL, "two-proc");
  private static final PatternSchedule ALLTOALL_BRUCK = of(ALLTOALL, "bruck");
  private static final PatternSchedule ALLTOALL_LINEAR = of(ALLTOALL, "linear");
  private static final PatternSchedule ALLTOALL_PAIRWISE = of(ALLTOALL, "ring");
  private static final PatternSchedule HALVING = of(REDUCE_SCATTER, "recursive-halving");
  private static final PatternSchedule RING = of(REDUCE_SCATTER, "ring");
  private static final PatternSchedule REDUCE_SCATTERV = of(REDUCE_SCATTER, "reduce-scatterv");
  private static final PatternSchedule GATHER_LINEAR = of(GATHER, "linear");
  private static final PatternSchedule GATHER_BINOMIAL = of(GATHER, "binomial");
  private static final PatternSchedule GATHER_SYNC_1K = of(GATHER, "linear-sync/1KiB");
  private static final PatternSchedule GATHER_SYNC_32K = of(GATHER, "linear-sync/32KiB");
  private static final PatternSchedule SCATTER_LINEAR = of(SCATTER, "linear");
  private static final PatternSchedule SCATTER_BINOMIAL = of(SCATTER, "binomial");
  private static final PatternSchedule SCAN_LINEAR = of(SCAN, "linear");

  @Override
  public String name() {
    return "ompi4";
  }

  @Override
  public @Nullable CollectiveSchedule choose(MemberCall call) {
    int p = call.participants();
    return switch (call.code()) {
      case BARRIER -> barrier(p);
      case BCAST -> bcast(p, call.bytes());
      case REDUCE -> reduce(p, call);
      case ALLREDUCE -> allreduce(p, call);
      case ALLGATHER -> allgather(p, CallSize.total(call), Fold.staying(p) == p);
      case ALLGATHERV -> allgather(p, CallSize.total(call), false);
      case ALLTOALL -> alltoall(p, CallSize.bytes(call));
      case ALLTOALLV -> ALLTOALL_PAIRWISE;
      case ALLTOALLW -> ALLTOALL_LINEAR;
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> reduceScatter(p, call);
      case GATHER -> gather(p, CallSize.bytes(call));
      case GATHERV -> GATHER_LINEAR;
      case SCATTER -> p > 10 && CallSize.bytes(call) < 300 ? SCATTER_BINOMIAL : SCATTER_LINEAR;
      case SCATTERV -> SCATTER_LINEAR;
      case SCAN, EXSCAN -> SCAN_LINEAR;
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> null;
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> null;
    };
  }

  private static PatternSchedule barrier(int p) {
    if (p == 2) {
      return BARRIER_TWO;
    }
    return Fold.staying(p) == p ? BARRIER_DOUBLING : BARRIER_BRUCK;
  }

  private static PatternSchedule bcast(int p, long n) {
    if (n < 2_048) {
      return BCAST_BINOMIAL;
    } else if (n < 370_728) {
      return BCAST_SPLIT_1K;
    } else if (p < 1.6134e-6 * n + 2.1102) {
      return BCAST_PIPELINE_128K;
    } else if (p < 13) {
      return BCAST_SPLIT_8K;
    } else if (p < 2.3679e-6 * n + 1.1787) {
      return BCAST_PIPELINE_64K;
    } else if (p < 3.2118e-6 * n + 8.7936) {
      return BCAST_PIPELINE_16K;
    }
    return BCAST_PIPELINE_8K;
  }

  private static PatternSchedule reduce(int p, MemberCall call) {
    long n = call.bytes();
    if (!call.commutative()) {
      return p < 12 && n < 2_048 ? REDUCE_LINEAR : REDUCE_IN_ORDER;
    }
    if (p < 8 && n < 512) {
      return REDUCE_LINEAR;
    } else if (n < 2_048 || (p < 8 && n < 20_480)) {
      return REDUCE_BINOMIAL;
    } else if (p > 0.6016 / 1024 * n + 1.3496) {
      return REDUCE_BINOMIAL_1K;
    } else if (p > 0.0410 / 1024 * n + 9.7128) {
      return REDUCE_PIPELINE_1K;
    } else if (p > 0.0422 / 1024 * n + 1.1614) {
      return REDUCE_BINARY_32K;
    }
    return p > 0.0033 / 1024 * n + 1.6761 ? REDUCE_PIPELINE_32K : REDUCE_PIPELINE_64K;
  }

  private static PatternSchedule allreduce(int p, MemberCall call) {
    long n = call.bytes();
    if (n < 10_000) {
      return ALLREDUCE_DOUBLING;
    }
    if (call.commutative() && CallSize.elements(call, n) > p) {
      return (long) p << 20 >= n ? ALLREDUCE_RING : ALLREDUCE_SEGMENTED;
    }
    PatternSchedule reduce = reduce(p, call);
    return new PatternSchedule(
        "reduce-bcast", new Sequence(reduce.pattern(), bcast(p, n).pattern()));
  }

  private static PatternSchedule allgather(int p, long total, boolean doubling) {
    if (p == 2) {
      return ALLGATHER_TWO;
    } else if (total < 50_000) {
      return doubling ? ALLGATHER_DOUBLING : ALLGATHER_BRUCK;
    }
    return p % 2 == 0 ? ALLGATHER_NEIGHBOR : ALLGATHER_RING;
  }

  private static PatternSchedule alltoall(int p, long block) {
    if (p == 2) {
      return ALLTOALL_TWO;
    } else if (block < 200 && p > 12) {
      return ALLTOALL_BRUCK;
    }
    return block < 3_000 ? ALLTOALL_LINEAR : ALLTOALL_PAIRWISE;
  }

  private static PatternSchedule reduceScatter(int p, MemberCall call) {
    long total = CallSize.total(call);
    if (!call.commutative()) {
      return REDUCE_SCATTERV;
    }
    boolean halves =
        total <= 12 * 1024
            || (total <= 256 * 1024 && Fold.staying(p) == p)
            || p >= 0.0012 * total + 8;
    return halves ? HALVING : RING;
  }

  private static PatternSchedule gather(int p, long block) {
    if (block > 92_160) {
      return GATHER_SYNC_32K;
    } else if (block > 6_000) {
      return GATHER_SYNC_1K;
    }
    return p > 60 || (p > 10 && block < 1_024) ? GATHER_BINOMIAL : GATHER_LINEAR;
  }

  private static PatternSchedule of(OpCode op, String selection) {
    return Selection.parse(selection).schedule(op);
  }
}
