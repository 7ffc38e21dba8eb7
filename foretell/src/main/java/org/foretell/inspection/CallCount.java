package org.foretell.inspection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.report.CallCountsResult;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * Whether each rank makes each call as often as is expected. Bursts, markers and events are no
 * calls.
 */
public final class CallCount {
  /** The maximum number of reported differences, of all ranks. */
  private static final int MOST_DIFFERENCES = 20;

  private CallCount() {}

  /**
   * Reads every rank once, to its end.
   *
   * @param source sequences of ops; not closed
   * @param expected how often each rank executes an op; an op missing from it is expected never to
   *     occur
   * @return what differs
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static CallCountsResult of(TraceSource source, Map<OpCode, Long> expected) {
    List<CallCountsResult.Difference> differences = new ArrayList<>();
    long calls = 0;
    int ranksThatDiffer = 0;
    int ranks = source.info().ranks();
    for (int rank = 0; rank < ranks; rank++) {
      long[] found = counts(source, rank);
      boolean differs = false;
      for (OpCode code : OpCode.values()) {
        long times = expected.getOrDefault(code, 0L);
        long foundTimes = found[code.ordinal()];
        calls += foundTimes;
        if (times != foundTimes) {
          differs = true;
          if (differences.size() < MOST_DIFFERENCES) {
            differences.add(
                new CallCountsResult.Difference(
                    rank, code.name().toLowerCase(Locale.ROOT), times, foundTimes));
          }
        }
      }
      ranksThatDiffer += differs ? 1 : 0;
    }
    return new CallCountsResult(ranks, calls, ranksThatDiffer, differences);
  }

  private static long[] counts(TraceSource source, int rank) {
    long[] counts = new long[OpCode.values().length];
    OpView op = new OpView();
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(op)) {
        if (op.code().isCall()) {
          counts[op.code().ordinal()]++;
        }
      }
    }
    return counts;
  }
}
