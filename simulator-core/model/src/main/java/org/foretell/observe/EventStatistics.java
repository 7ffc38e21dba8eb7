package org.foretell.observe;

import java.util.ArrayList;
import java.util.List;
import org.foretell.machine.Placement;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Counts, times and sizes by kind of op. What adds up is kept for each rank, where it can exceed
 * the range of a time only if tasks overlap, which is refused; what is a maximum, or about
 * messages, for all ranks together.
 */
final class EventStatistics {
  private static final OpCode[] CODES = OpCode.values();

  private static final int RANK_WIDTH = 4;
  private static final int COUNT = 0;
  private static final int TIME = 1;
  private static final int WAIT = 2;
  private static final int BYTES = 3;

  private static final int CODE_WIDTH = 9;
  private static final int MAX_TIME = 0;
  private static final int MAX_WAIT = 1;
  private static final int MAX_BYTES = 2;
  private static final int ON_NODE = 3;
  private static final int OFF_NODE = 6;

  private final Placement placement;

  /** By op code, then by rank; columns of codes that have not occurred are missing. */
  private final long[] @Nullable [] columns = new long[CODES.length][];

  /** Those columns that are about collectives. */
  private final List<long[]> collectives = new ArrayList<>();

  private final long[] codes = new long[CODES.length * CODE_WIDTH];

  EventStatistics(Placement placement) {
    this.placement = placement;
  }

  void compute(int rank, OpCode code, long timePs) {
    long[] column = column(code);
    int row = rank * RANK_WIDTH;
    column[row + COUNT]++;
    column[row + TIME] = Ps.plus(column[row + TIME], timePs);
    int maxima = code.ordinal() * CODE_WIDTH;
    codes[maxima + MAX_TIME] = Math.max(codes[maxima + MAX_TIME], timePs);
  }

  void op(int rank, OpCode code, int peer, long bytes, long timePs, long waitPs) {
    long[] column = column(code);
    int row = rank * RANK_WIDTH;
    column[row + COUNT]++;
    column[row + TIME] = Ps.plus(column[row + TIME], timePs);
    column[row + WAIT] += waitPs;
    long sum = column[row + BYTES] + bytes;
    column[row + BYTES] = sum < 0 ? Long.MAX_VALUE : sum;

    int maxima = code.ordinal() * CODE_WIDTH;
    codes[maxima + MAX_TIME] = Math.max(codes[maxima + MAX_TIME], timePs);
    codes[maxima + MAX_WAIT] = Math.max(codes[maxima + MAX_WAIT], waitPs);
    codes[maxima + MAX_BYTES] = Math.max(codes[maxima + MAX_BYTES], bytes);
    if (peer >= 0 && !code.isCollective()) {
      int volume = maxima + (placement.sameNode(rank, peer) ? ON_NODE : OFF_NODE);
      codes[volume]++;
      Total.add(codes, volume + 1, bytes);
    }
  }

  /** Adds what another collector has seen of other ranks. */
  void add(EventStatistics part) {
    for (OpCode code : CODES) {
      long[] other = part.columns[code.ordinal()];
      if (other != null) {
        long[] column = column(code);
        for (int cell = 0; cell < column.length; cell++) {
          column[cell] += other[cell];
        }
        addTotals(code.ordinal() * CODE_WIDTH, part.codes);
      }
    }
  }

  private void addTotals(int row, long[] other) {
    for (int maximum : new int[] {MAX_TIME, MAX_WAIT, MAX_BYTES}) {
      codes[row + maximum] = Math.max(codes[row + maximum], other[row + maximum]);
    }
    for (int volume : new int[] {ON_NODE, OFF_NODE}) {
      codes[row + volume] += other[row + volume];
      Total.add(codes, row + volume + 1, Total.in(other, row + volume + 1));
    }
  }

  private long[] column(OpCode code) {
    long[] column = columns[code.ordinal()];
    return column != null ? column : newColumn(code);
  }

  private long[] newColumn(OpCode code) {
    long[] column = new long[Math.multiplyExact(placement.ranks(), RANK_WIDTH)];
    columns[code.ordinal()] = column;
    if (code.isCollective()) {
      collectives.add(column);
    }
    return column;
  }

  /** All ranks, by code. */
  List<EventSummary> summaries() {
    List<EventSummary> summaries = new ArrayList<>();
    for (OpCode code : CODES) {
      long[] column = columns[code.ordinal()];
      if (column != null) {
        summaries.add(summary(code, column));
      }
    }
    return List.copyOf(summaries);
  }

  private EventSummary summary(OpCode code, long[] column) {
    long count = 0;
    long[] timePs = new long[2];
    long[] waitPs = new long[2];
    long[] bytes = new long[2];
    long maxRankWaitPs = 0;
    for (int row = 0; row < column.length; row += RANK_WIDTH) {
      count += column[row + COUNT];
      Total.add(timePs, 0, column[row + TIME]);
      Total.add(waitPs, 0, column[row + WAIT]);
      Total.add(bytes, 0, column[row + BYTES]);
      maxRankWaitPs = Math.max(maxRankWaitPs, column[row + WAIT]);
    }
    int maxima = code.ordinal() * CODE_WIDTH;
    return new EventSummary(
        code,
        count,
        Total.in(timePs, 0),
        codes[maxima + MAX_TIME],
        Total.in(waitPs, 0),
        codes[maxima + MAX_WAIT],
        maxRankWaitPs,
        Total.in(bytes, 0),
        codes[maxima + MAX_BYTES],
        volume(maxima + ON_NODE),
        volume(maxima + OFF_NODE));
  }

  private MessageVolume volume(int cell) {
    return new MessageVolume(codes[cell], Total.in(codes, cell + 1));
  }

  /** One rank, by code. */
  List<RankEventSummary> summaries(int rank) {
    List<RankEventSummary> summaries = new ArrayList<>();
    int row = rank * RANK_WIDTH;
    for (OpCode code : CODES) {
      long[] column = columns[code.ordinal()];
      if (column != null && column[row + COUNT] > 0) {
        summaries.add(
            new RankEventSummary(
                rank,
                code,
                column[row + COUNT],
                column[row + TIME],
                column[row + WAIT],
                column[row + BYTES]));
      }
    }
    return List.copyOf(summaries);
  }

  /** What a rank puts into collectives. */
  MessageVolume collectives(int rank) {
    long calls = 0;
    long[] bytes = new long[2];
    int row = rank * RANK_WIDTH;
    for (long[] column : collectives) {
      calls += column[row + COUNT];
      Total.add(bytes, 0, column[row + BYTES]);
    }
    return new MessageVolume(calls, Total.in(bytes, 0));
  }
}
