package org.foretell.inspection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Total;
import org.foretell.report.RecordedComparison;
import org.foretell.trace.CallTimes;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * Sets what calls took in the traced run beside what they take in a replay, which it watches.
 * Memory is for each kind of op at each call site, and for each rank.
 */
public final class RecordedTimes implements SimObserver {
  private final TraceSource trace;
  private final Map<Key, Sums> calls = new TreeMap<>();
  private final Total[] recordedOfRank;
  private final boolean[] isRecorded;
  private final long[] finishedPs;

  private record Key(OpCode op, int callSite) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = op.compareTo(other.op);
      return order == 0 ? Integer.compare(callSite, other.callSite) : order;
    }
  }

  private static final class Sums {
    long count;
    Total recorded = Total.ZERO;
    Total simulated = Total.ZERO;
  }

  private RecordedTimes(TraceSource trace) {
    this.trace = trace;
    int ranks = trace.info().ranks();
    recordedOfRank = new Total[ranks];
    isRecorded = new boolean[ranks];
    finishedPs = new long[ranks];
  }

  /**
   * Reads what was recorded, every rank once.
   *
   * @throws org.foretell.trace.TraceException if it is damaged
   */
  public static RecordedTimes of(TraceSource trace) {
    RecordedTimes times = new RecordedTimes(trace);
    for (int rank = 0; rank < times.recordedOfRank.length; rank++) {
      times.read(rank);
    }
    return times;
  }

  private void read(int rank) {
    Optional<CallTimes> recorded = trace.callTimes(rank);
    recordedOfRank[rank] = Total.ZERO;
    isRecorded[rank] = recorded.isPresent();
    if (recorded.isEmpty()) {
      return;
    }
    CallTimes times = recorded.get();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        if (op.code().isCall()) {
          long timePs = times.nextPs();
          Sums sums = sums(op.code(), op.callSite());
          sums.count++;
          sums.recorded = sums.recorded.plus(timePs);
          if (!startsOrEnds(op.code())) {
            recordedOfRank[rank] = recordedOfRank[rank].plus(timePs);
          }
        } else if (op.code().family() == OpCode.Family.COMPUTE) {
          recordedOfRank[rank] = recordedOfRank[rank].plus(op.durationPs());
        }
      }
    }
  }

  private static boolean startsOrEnds(OpCode code) {
    return code == OpCode.INIT || code == OpCode.FINALIZE;
  }

  private Sums sums(OpCode code, int callSite) {
    return calls.computeIfAbsent(new Key(code, callSite), key -> new Sums());
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    if (code.isCall() && isRecorded[rank]) {
      Sums sums = sums(code, callSite);
      sums.simulated = sums.simulated.plus(endPs - startPs);
    }
  }

  @Override
  public void finished(int rank, long timePs) {
    finishedPs[rank] = timePs;
  }

  /** What was recorded beside what was watched since. */
  public RecordedComparison comparison() {
    List<String> places = trace.tables().callSites();
    List<RecordedComparison.Call> rows = new ArrayList<>();
    calls.forEach(
        (key, sums) -> {
          if (!startsOrEnds(key.op())) {
            rows.add(
                new RecordedComparison.Call(
                    key.op(),
                    key.callSite(),
                    key.callSite() == OpView.NONE ? "" : places.get(key.callSite()),
                    sums.count,
                    sums.recorded,
                    sums.simulated));
          }
        });
    List<RecordedComparison.Rank> ranks = new ArrayList<>();
    for (int rank = 0; rank < finishedPs.length; rank++) {
      if (isRecorded[rank]) {
        ranks.add(new RecordedComparison.Rank(rank, recordedOfRank[rank], finishedPs[rank]));
      }
    }
    return new RecordedComparison(rows, ranks);
  }
}
