package org.foretell.classification.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.trace.CallTimes;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * The clocks of ranks in the traced run: bursts and calls added up. All ranks leave the first
 * collective of the world that synchronises at one time, which makes them comparable; without one,
 * MPI_Init does.
 */
final class RecordedClocks {
  private final List<CallTimes> times = new ArrayList<>();
  private final long[] nowPs;

  /**
   * Reads each rank up to its first synchronisation.
   *
   * @throws TraceException if a rank has no recorded times
   */
  RecordedClocks(TraceSource trace) {
    int ranks = trace.info().ranks();
    nowPs = new long[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nowPs[rank] = -synchronisedPs(trace, rank);
      times.add(open(trace, rank));
    }
  }

  private static CallTimes open(TraceSource trace, int rank) {
    Optional<CallTimes> recorded = trace.callTimes(rank);
    return recorded.orElseThrow(
        () -> new TraceException("rank " + rank + " has no recorded times of calls"));
  }

  private static long synchronisedPs(TraceSource trace, int rank) {
    CallTimes calls = open(trace, rank);
    OpView op = new OpView();
    long elapsedPs = 0;
    long initialisedPs = 0;
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        if (op.code().isCall()) {
          elapsedPs += calls.nextPs();
        } else if (op.code().family() == OpCode.Family.COMPUTE) {
          elapsedPs += op.durationPs();
        }
        if (synchronises(op)) {
          return elapsedPs;
        }
        if (op.code() == OpCode.INIT) {
          initialisedPs = elapsedPs;
        }
      }
    }
    return initialisedPs;
  }

  private static boolean synchronises(OpView op) {
    return switch (op.code()) {
      case BARRIER, ALLREDUCE, ALLGATHER, ALLTOALL, SHMEM_BARRIER, SHMEM_SYNC ->
          op.communicator() == Communicator.WORLD;
      default -> false;
    };
  }

  long nowPs(int rank) {
    return nowPs[rank];
  }

  void burst(int rank, long durationPs) {
    nowPs[rank] += durationPs;
  }

  void call(int rank) {
    nowPs[rank] += times.get(rank).nextPs();
  }
}
