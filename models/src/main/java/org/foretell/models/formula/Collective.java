package org.foretell.models.formula;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.foretell.model.CollectiveCall;
import org.foretell.trace.OpCode;

/** The groups of collectives whose cost is chosen together, {@code collective.<group>}. */
public enum Collective {
  BARRIER,
  BCAST,
  REDUCE,
  ALLREDUCE,
  /** Inclusive and exclusive. */
  SCAN,
  GATHER,
  SCATTER,
  ALLGATHER,
  ALLTOALL,
  REDUCE_SCATTER,
  /** Exchange with the listed neighbours. */
  NEIGHBOR,
  /** Creation of communicators and other synchronising calls that move no data. */
  COMMUNICATOR;

  /** Name of the parameter that chooses the cost. */
  public String parameter() {
    return "collective." + name().toLowerCase(Locale.ROOT);
  }

  /** The ops of the group, in their blocking forms. */
  public List<OpCode> codes() {
    return Arrays.stream(OpCode.values())
        .filter(code -> code.blockingForm() == code)
        .filter(
            code ->
                code.family() == OpCode.Family.COLLECTIVE
                    || code.family() == OpCode.Family.COMMUNICATOR)
        .filter(code -> of(code) == this)
        .toList();
  }

  /** The group of an op in its blocking form. */
  public static Collective of(OpCode code) {
    return switch (code) {
      case BARRIER -> BARRIER;
      case BCAST -> BCAST;
      case REDUCE -> REDUCE;
      case ALLREDUCE -> ALLREDUCE;
      case SCAN, EXSCAN -> SCAN;
      case GATHER, GATHERV -> GATHER;
      case SCATTER, SCATTERV -> SCATTER;
      case ALLGATHER, ALLGATHERV -> ALLGATHER;
      case ALLTOALL, ALLTOALLV, ALLTOALLW -> ALLTOALL;
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> REDUCE_SCATTER;
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> NEIGHBOR;
      // Of BLOCKING_COLLECTIVE all are listed: ops that all members call are management, anything
      // else fails.
      default -> {
        if (code.family() == OpCode.Family.COMMUNICATOR || code.family() == OpCode.Family.RMA) {
          yield COMMUNICATOR;
        }
        throw new IllegalArgumentException(code + " is not a collective");
      }
    };
  }

  /**
   * The size {@code s} in cost formulas: the message, the vector or one block. Where blocks differ,
   * the mean block of the rank that sends or receives most, so that few large blocks are not taken
   * for many. For neighbours, all blocks of the busiest rank together.
   */
  public static long sizeBytes(CollectiveCall call) {
    return switch (call.code()) {
      case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, ALLTOALLW ->
          ceilDivide(busiestBytes(call), call.participants());
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> busiestBytes(call);
      case BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE -> call.vectorBytes();
      case ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> call.vectorBytes();
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> call.vectorBytes();
    };
  }

  private static long busiestBytes(CollectiveCall call) {
    return Math.max(call.maxSentBytes(), call.maxReceivedBytes());
  }

  /** The quotient rounded up; both are at least 0. */
  public static long ceilDivide(long dividend, long divisor) {
    return dividend / divisor + (dividend % divisor == 0 ? 0 : 1);
  }

  /**
   * The number of rounds of a binomial tree or a dissemination.
   *
   * @return the binary logarithm rounded up, 0 for one participant
   */
  public static int rounds(int participants) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(participants - 1);
  }
}
