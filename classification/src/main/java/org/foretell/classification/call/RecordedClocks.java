package org.foretell.classification.call;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
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
 * The clocks of ranks in the traced run: bursts and calls added up. What the tracer takes itself is
 * in neither, so clocks drift apart, by more than a small message takes. All ranks leave a
 * collective of the world that synchronises at about one time. Each is set back by how far it is
 * ahead of rank 0 there, in the median of some of them that follow each other: a rank that loses
 * its core just then leaves one of them late. Without such a collective, MPI_Init sets the clocks.
 *
 * <p>Memory is for at most 2^24 collectives of all ranks together, of which it takes every second,
 * third and so on if there are more.
 */
final class RecordedClocks {
  private static final int MOST_SET = 1 << 24;

  /** So many collectives before and after one count for it. */
  private static final int AROUND = 7;

  private final List<CallTimes> times = new ArrayList<>();
  private final long[] nowPs;

  /** Of each rank, how far it is ahead after each collective that counts. */
  private final long[][] aheadPs;

  private final int[] passed;
  private final int step;

  /**
   * Reads all ranks.
   *
   * @throws TraceException if a rank has no recorded times
   */
  RecordedClocks(TraceSource trace) {
    int ranks = trace.info().ranks();
    nowPs = new long[ranks];
    passed = new int[ranks];
    aheadPs = new long[ranks][];
    LongArrayList first = new LongArrayList();
    long firstInitialisedPs = read(trace, 0, first);
    step = first.size() / Math.max(1, MOST_SET / ranks) + 1;
    for (int rank = 0; rank < ranks; rank++) {
      LongArrayList own = new LongArrayList();
      long initialisedPs = read(trace, rank, own);
      int count = (Math.min(own.size(), first.size()) + step - 1) / step;
      long[] ahead = new long[count];
      for (int i = 0; i < count; i++) {
        ahead[i] = own.getLong(i * step) - first.getLong(i * step);
      }
      aheadPs[rank] = smoothed(ahead);
      nowPs[rank] = count == 0 ? firstInitialisedPs - initialisedPs : -aheadPs[rank][0];
      times.add(open(trace, rank));
    }
  }

  private static CallTimes open(TraceSource trace, int rank) {
    Optional<CallTimes> recorded = trace.callTimes(rank);
    return recorded.orElseThrow(
        () -> new TraceException("rank " + rank + " has no recorded times of calls"));
  }

  /** Adds to a list when a rank leaves what synchronises; returns when it leaves MPI_Init. */
  private static long read(TraceSource trace, int rank, LongArrayList synchronisedPs) {
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
          synchronisedPs.add(elapsedPs);
        }
        if (op.code() == OpCode.INIT) {
          initialisedPs = elapsedPs;
        }
      }
    }
    return initialisedPs;
  }

  private static long[] smoothed(long[] values) {
    long[] medians = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      long[] some =
          Arrays.copyOfRange(
              values, Math.max(0, i - AROUND), Math.min(values.length, i + AROUND + 1));
      Arrays.sort(some);
      medians[i] = some[some.length / 2];
    }
    return medians;
  }

  private static boolean synchronises(OpView op) {
    return switch (op.code()) {
      case BARRIER, ALLREDUCE, ALLGATHER, ALLTOALL, SHMEM_BARRIER, SHMEM_SYNC ->
          op.communicator() == Communicator.WORLD;
      // Any other op: it says nothing for clocks, which are set by those that are known to
      // synchronise.
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

  /** After a call: what follows it is by a clock that was set again, if it synchronises. */
  void passed(int rank, OpView op) {
    if (!synchronises(op)) {
      return;
    }
    int before = passed[rank]++;
    int next = before / step;
    if (before % step == 0 && next > 0 && next < aheadPs[rank].length) {
      nowPs[rank] -= aheadPs[rank][next] - aheadPs[rank][next - 1];
    }
  }
}
