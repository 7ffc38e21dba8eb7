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

import java.util.IdentityHashMap;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Fold;
import org.foretell.models.collectives.pattern.NodeAware;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.models.collectives.rooted.TreeBroadcast;
import org.foretell.models.collectives.rooted.TreeReduce;
import org.foretell.models.collectives.tree.KnomialTree;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * MPICH's decisions. Broadcasts, reductions and barriers of communicators that have several members
 * on some nodes, on more than one node, work within nodes and between them; the thresholds then
 * hold for the representatives of the nodes.
 *
 * <p>Sources: MPICH 4's tuning file {@code generic.json}; for version 3 R. Thakur, R. Rabenseifner,
 * W. Gropp, "Optimization of collective communication operations in MPICH", IJHPCA 19 (2005), and
 * the defaults of its control variables.
 */
public final class Mpich implements CollectiveSchedules {
  private static final PatternSchedule DISSEMINATION = plain(BARRIER, "dissemination");
  private static final PatternSchedule BCAST_BINOMIAL = plain(BCAST, "binomial");
  private static final PatternSchedule BCAST_DOUBLING = plain(BCAST, "scatter-recursive-doubling");
  private static final PatternSchedule BCAST_RING = plain(BCAST, "scatter-ring");
  private static final PatternSchedule REDUCE_BINOMIAL = plain(REDUCE, "binomial");
  private static final PatternSchedule REDUCE_HALVING = plain(REDUCE, "rabenseifner");
  private static final PatternSchedule ALLREDUCE_DOUBLING = plain(ALLREDUCE, "recursive-doubling");
  private static final PatternSchedule ALLREDUCE_HALVING = plain(ALLREDUCE, "rabenseifner");
  private static final PatternSchedule ALLGATHER_DOUBLING = plain(ALLGATHER, "recursive-doubling");
  private static final PatternSchedule ALLGATHER_BRUCK = plain(ALLGATHER, "bruck");
  private static final PatternSchedule ALLGATHER_RING = plain(ALLGATHER, "ring");
  private static final PatternSchedule ALLTOALL_BRUCK = plain(ALLTOALL, "bruck");
  private static final PatternSchedule ALLTOALL_SCATTERED = plain(ALLTOALL, "scattered");
  private static final PatternSchedule ALLTOALL_PAIRWISE = plain(ALLTOALL, "pairwise");
  private static final PatternSchedule HALVING = plain(REDUCE_SCATTER, "recursive-halving");
  private static final PatternSchedule PAIRWISE = plain(REDUCE_SCATTER, "pairwise");
  private static final PatternSchedule DOUBLING = plain(REDUCE_SCATTER, "recursive-doubling");
  private static final PatternSchedule GATHER_BINOMIAL = plain(GATHER, "binomial");
  private static final PatternSchedule GATHER_FLAT = plain(GATHER, "flat");
  private static final PatternSchedule SCATTER_BINOMIAL = plain(SCATTER, "binomial");
  private static final PatternSchedule SCATTER_FLAT = plain(SCATTER, "flat");
  private static final PatternSchedule SCAN_DOUBLING = plain(SCAN, "recursive-doubling");

  private static final Pattern BARRIER_IN =
      new TreeReduce(KnomialTree.BINOMIAL, Payload.NOTHING, Segments.NONE, false);
  private static final Pattern BARRIER_OUT =
      new TreeBroadcast(KnomialTree.BINOMIAL, Payload.NOTHING, Segments.NONE);

  private static final Pattern REDUCE_IN = REDUCE_BINOMIAL.pattern();
  private static final Pattern BCAST_OUT = BCAST_BINOMIAL.pattern();

  /** The same between the representatives of nodes, by what is done between them. */
  private static final IdentityHashMap<PatternSchedule, PatternSchedule> BY_NODES =
      new IdentityHashMap<>();

  static {
    // By identity: to hash a record through all that it holds takes longer than many a replay.
    byNodes(BARRIER_IN, DISSEMINATION, BARRIER_OUT);
    byNodes(null, BCAST_BINOMIAL, BCAST_OUT);
    byNodes(null, BCAST_DOUBLING, BCAST_OUT);
    byNodes(REDUCE_IN, REDUCE_BINOMIAL, null);
    byNodes(REDUCE_IN, REDUCE_HALVING, null);
    byNodes(REDUCE_IN, ALLREDUCE_DOUBLING, BCAST_OUT);
    byNodes(REDUCE_IN, ALLREDUCE_HALVING, BCAST_OUT);
  }

  private static final int BCAST_MIN_RANKS = 8;
  private static final long BCAST_SHORT = 12_288;
  private static final long BCAST_LONG = 524_288;
  private static final long REDUCE_SHORT = 2_048;
  private static final long ALLGATHER_SHORT = 81_920;
  private static final long ALLGATHER_LONG = 524_288;
  private static final long ALLTOALL_SHORT = 256;
  private static final long ALLTOALL_MEDIUM = 32_768;
  private static final int ALLTOALL_MIN_RANKS = 8;
  private static final long REDUCE_SCATTER_LONG = 524_288;

  private final String name;

  /** Largest vector of an allreduce by recursive doubling. */
  private final long allreduceShort;

  /** 1 if the thresholds of a broadcast belong to the shorter messages, else 0. */
  private final int inclusive;

  private Mpich(String name, long allreduceShort, int inclusive) {
    this.name = name;
    this.allreduceShort = allreduceShort;
    this.inclusive = inclusive;
  }

  /** Version 4. */
  public static Mpich version4() {
    return new Mpich("mpich4", 8, 1);
  }

  /** Versions 1 to 3. */
  public static Mpich version3() {
    return new Mpich("mpich3", 2_048, 0);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public @Nullable CollectiveSchedule choose(MemberCall call) {
    int p = call.participants();
    return switch (call.code()) {
      case BARRIER, BCAST, REDUCE, ALLREDUCE -> choosePossiblyByNodes(call);
      case ALLGATHER, ALLGATHERV -> allgather(p, CallSize.total(call));
      case ALLTOALL -> alltoall(p, CallSize.bytes(call));
      case ALLTOALLV, ALLTOALLW -> ALLTOALL_SCATTERED;
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> reduceScatter(call);
      case GATHER -> GATHER_BINOMIAL;
      case GATHERV -> GATHER_FLAT;
      case SCATTER -> SCATTER_BINOMIAL;
      case SCATTERV -> SCATTER_FLAT;
      case SCAN, EXSCAN -> SCAN_DOUBLING;
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> null;
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> null;
    };
  }

  private PatternSchedule choosePossiblyByNodes(MemberCall call) {
    int p = call.participants();
    int nodes = call.nodes().count();
    if (nodes > 1 && nodes < p && call.commutative()) {
      PatternSchedule byNodes = BY_NODES.get(flat(call, nodes));
      if (byNodes != null) {
        return byNodes;
      }
    }
    return flat(call, p);
  }

  private PatternSchedule flat(MemberCall call, int p) {
    return switch (call.code()) {
      case BCAST -> bcast(p, call.bytes());
      case REDUCE -> reduce(p, call);
      case ALLREDUCE -> allreduce(p, call);
      case BARRIER -> DISSEMINATION;
      // Any other op fails, since it has no choice by nodes.
      default -> throw new AssertionError(call.code());
    };
  }

  private PatternSchedule bcast(int p, long bytes) {
    if (p < BCAST_MIN_RANKS || bytes < BCAST_SHORT + inclusive) {
      return BCAST_BINOMIAL;
    }
    return Fold.staying(p) == p && bytes < BCAST_LONG + inclusive ? BCAST_DOUBLING : BCAST_RING;
  }

  private static PatternSchedule reduce(int p, MemberCall call) {
    return call.bytes() <= REDUCE_SHORT || cannotBeCut(p, call) ? REDUCE_BINOMIAL : REDUCE_HALVING;
  }

  private PatternSchedule allreduce(int p, MemberCall call) {
    return call.bytes() <= allreduceShort || cannotBeCut(p, call)
        ? ALLREDUCE_DOUBLING
        : ALLREDUCE_HALVING;
  }

  /** An operator that does not commute, or fewer elements than parts. */
  private static boolean cannotBeCut(int p, MemberCall call) {
    return !call.commutative() || CallSize.elements(call, call.bytes()) < Fold.staying(p);
  }

  private static PatternSchedule allgather(int p, long total) {
    if (Fold.staying(p) == p) {
      return total < ALLGATHER_LONG ? ALLGATHER_DOUBLING : ALLGATHER_RING;
    }
    return total < ALLGATHER_SHORT ? ALLGATHER_BRUCK : ALLGATHER_RING;
  }

  private static PatternSchedule alltoall(int p, long block) {
    if (p >= ALLTOALL_MIN_RANKS && block <= ALLTOALL_SHORT) {
      return ALLTOALL_BRUCK;
    }
    return block <= ALLTOALL_MEDIUM ? ALLTOALL_SCATTERED : ALLTOALL_PAIRWISE;
  }

  private static PatternSchedule reduceScatter(MemberCall call) {
    if (!call.commutative()) {
      return DOUBLING;
    }
    return CallSize.total(call) < REDUCE_SCATTER_LONG ? HALVING : PAIRWISE;
  }

  private static void byNodes(
      @Nullable Pattern in, PatternSchedule between, @Nullable Pattern out) {
    Pattern pattern = new NodeAware(in, between.pattern(), out);
    BY_NODES.put(between, new PatternSchedule("node-aware " + between.name(), pattern));
  }

  private static PatternSchedule plain(OpCode op, String algorithm) {
    return new Selection(algorithm, 0, 0).schedule(op);
  }
}
