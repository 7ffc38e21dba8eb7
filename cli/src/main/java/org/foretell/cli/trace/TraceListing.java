package org.foretell.cli.trace;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.foretell.observe.Total;
import org.foretell.time.Quantity;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.CallTimes;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;
import org.foretell.trace.text.TraceTextWriter;

/** Writes a trace rank by rank, every op as it is executed, with a summary of each rank. */
final class TraceListing {
  private static final int TIMES_AT_ONCE = 1024;

  private final TraceSource trace;
  private final TraceTextWriter text;
  private final boolean withOps;
  private final TraceTables tables;
  private final OpView op = new OpView();
  private final Map<Key, Sums> calls = new TreeMap<>();
  private final Sums bursts = new Sums();
  private final long[] timesPs = new long[TIMES_AT_ONCE];

  private record Key(OpCode op, int callSite) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = op.compareTo(other.op);
      return order == 0 ? Integer.compare(callSite, other.callSite) : order;
    }
  }

  private static final class Sums {
    long count;
    long computations;
    Total bytes = Total.ZERO;
    Total time = Total.ZERO;
    long longestPs;

    void add(long sentBytes, long timePs) {
      count++;
      bytes = bytes.plus(Math.max(0, sentBytes));
      time = time.plus(timePs);
      longestPs = Math.max(longestPs, timePs);
    }
  }

  TraceListing(TraceSource trace, TraceTextWriter text, boolean withOps) {
    this.trace = trace;
    this.text = text;
    this.withOps = withOps;
    tables = trace.tables();
  }

  void write() {
    TraceInfo info = trace.info();
    if (trace.capabilities().contains(Capability.TASK_GRAPHS)) {
      trace.describe(text);
      return;
    }
    text.begin(info);
    for (int id = 0; id < tables.callSites().size(); id++) {
      text.callSite(id, tables.callSites().get(id));
    }
    for (int id = 0; id < tables.markers().size(); id++) {
      text.marker(id, tables.markers().get(id));
    }
    tables.communicators().forEach(text::communicator);
    tables.histograms().forEach(text::histogram);
    for (int rank = 0; rank < info.ranks(); rank++) {
      rank(rank);
    }
    text.end();
  }

  private void rank(int rank) {
    calls.clear();
    Sums allBursts = bursts;
    allBursts.count = 0;
    allBursts.computations = 0;
    allBursts.time = Total.ZERO;
    allBursts.longestPs = 0;
    Optional<CallTimes> recorded = trace.callTimes(rank);
    if (withOps) {
      text.beginProgram(RankSet.of(rank));
    }
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        op(recorded);
      }
    }
    if (withOps) {
      text.endProgram();
      recorded.ifPresent(times -> times(rank));
      for (BurstCounter counter : BurstCounter.values()) {
        trace.counts(rank).ifPresent(counts -> counts(rank, counter, counts));
      }
    }
    summary(rank, recorded.isPresent());
  }

  private void op(Optional<CallTimes> recorded) {
    long timePs = 0;
    if (op.code().isCall()) {
      timePs = recorded.isPresent() ? recorded.get().nextPs() : 0;
      calls
          .computeIfAbsent(new Key(op.code(), op.callSite()), key -> new Sums())
          .add(sentBytes(), timePs);
    } else if (op.code().family() == OpCode.Family.COMPUTE) {
      bursts.add(0, op.durationPs());
      bursts.computations += op.code() == OpCode.COMPUTE ? 1 : 0;
    }
    if (withOps) {
      boolean isTimed = op.code().isCall() && recorded.isPresent();
      String time = isTimed ? Quantity.formatTime(timePs) : "";
      String place = op.callSite() == OpView.NONE ? "" : tables.callSites().get(op.callSite());
      text.remark(time + (time.isEmpty() || place.isEmpty() ? "" : ", ") + place);
      text.op(op);
    }
  }

  private long sentBytes() {
    if (op.code().has(OpField.BYTES)) {
      return op.bytes();
    }
    return op.code().has(OpField.SEND_BYTES_BY_RANK) ? op.listSum(OpField.SEND_BYTES_BY_RANK) : 0;
  }

  private void times(int rank) {
    CallTimes times = trace.callTimes(rank).orElseThrow();
    long left = calls.values().stream().mapToLong(sums -> sums.count).sum();
    while (left > 0) {
      int length = (int) Math.min(left, timesPs.length);
      for (int i = 0; i < length; i++) {
        timesPs[i] = times.nextPs();
      }
      text.callTimes(rank, timesPs, 0, length);
      left -= length;
    }
  }

  /** A counter that is unknown for all bursts was not there. */
  private void counts(int rank, BurstCounter counter, BurstCounts counts) {
    long[] all = new long[(int) Math.min(bursts.computations, TIMES_AT_ONCE)];
    boolean isKnown = false;
    for (long left = bursts.computations; left > 0; ) {
      int length = (int) Math.min(left, all.length);
      for (int i = 0; i < length; i++) {
        counts.next();
        all[i] = counts.get(counter);
        isKnown |= all[i] != BurstCounts.UNKNOWN;
      }
      if (!isKnown) {
        return;
      }
      text.counts(rank, counter, all, 0, length);
      left -= length;
    }
  }

  private void summary(int rank, boolean isTimed) {
    text.comment(
        String.format(
            Locale.US,
            "rank %d: %,d bursts, %s in all, %s the longest",
            rank,
            bursts.count,
            time(bursts.time),
            Quantity.formatTime(bursts.longestPs)));
    if (!calls.isEmpty()) {
      text.comment(line("call", "count", "bytes", "time", "longest", "call site"));
    }
    List<Map.Entry<Key, Sums>> rows =
        calls.entrySet().stream()
            .sorted(
                Comparator.comparing((Map.Entry<Key, Sums> row) -> row.getValue().time).reversed())
            .toList();
    for (Map.Entry<Key, Sums> row : rows) {
      Sums sums = row.getValue();
      int site = row.getKey().callSite();
      text.comment(
          line(
              row.getKey().op().name().toLowerCase(Locale.ROOT),
              String.format(Locale.US, "%,d", sums.count),
              sums.bytes.equals(Total.ZERO) ? "" : Quantity.formatBytes(sums.bytes.toDouble()),
              isTimed ? time(sums.time) : "",
              isTimed ? Quantity.formatTime(sums.longestPs) : "",
              site == OpView.NONE ? "" : tables.callSites().get(site)));
    }
  }

  private static String line(
      String call, String count, String bytes, String time, String longest, String place) {
    return String.format(
        "  %-22s %12s %12s %12s %12s  %s", call, count, bytes, time, longest, place);
  }

  private static String time(Total ps) {
    return Quantity.formatTime(Math.round(Math.min(ps.toDouble(), Long.MAX_VALUE)));
  }
}
