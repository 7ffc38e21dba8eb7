package org.foretell.analysis.waits;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;

/**
 * Finds the calls that were late: those that others waited for, by when they began, and waits for
 * what had been complete. Of each rank the latest 64 calls of messages are known. Memory is a
 * kilobyte for each rank, and 100 bytes for each kind of call at a call site.
 */
final class LateCalls {
  private static final Lateness[] KINDS = Lateness.values();
  private static final OpCode[] CODES = OpCode.values();
  private static final int CODE_BITS = 10;
  private static final int KIND_BITS = 3;

  /** A power of two. */
  private static final int KEPT = 64;

  private final long[] startsPs;
  private final long[] endsPs;
  private final int[] sites;
  private final byte[] codes;
  private final int[] counts;

  /** Of each rank a call that is waited for but not over yet: from when on, and how long. */
  private final long[] openStartsPs;

  private final long[] openWaitsPs;

  /** For how long what the op of each rank takes has been complete: sends, receives. */
  private final long[] takenPs;

  private final int[] taken;
  private final Long2ObjectOpenHashMap<long[]> rows = new Long2ObjectOpenHashMap<>();

  LateCalls(int ranks) {
    startsPs = new long[Math.multiplyExact(ranks, KEPT)];
    endsPs = new long[startsPs.length];
    sites = new int[startsPs.length];
    codes = new byte[startsPs.length];
    counts = new int[ranks];
    openStartsPs = new long[2 * ranks];
    openWaitsPs = new long[2 * ranks];
    takenPs = new long[2 * ranks];
    taken = new int[2 * ranks];
  }

  /** A rank takes the request of a send or receive that has been complete. */
  void taken(int rank, boolean isSend, long latePs) {
    int at = 2 * rank + (isSend ? 0 : 1);
    takenPs[at] += latePs;
    taken[at]++;
  }

  /** A call of messages, or a wait for such, has ended. */
  void called(int rank, OpCode code, int callSite, long startPs, long endPs) {
    if (code.family() == OpCode.Family.COMPLETION) {
      take(2 * rank, Lateness.LATE_SEND_WAIT, code, callSite);
      take(2 * rank + 1, Lateness.LATE_RECEIVE_WAIT, code, callSite);
      return;
    }
    int slot = rank * KEPT + (counts[rank]++ & (KEPT - 1));
    startsPs[slot] = startPs;
    endsPs[slot] = endPs;
    sites[slot] = callSite;
    codes[slot] = (byte) code.ordinal();
    for (int at = 2 * rank; at < 2 * rank + 2; at++) {
      boolean isSend = at == 2 * rank;
      if (openWaitsPs[at] > 0 && openStartsPs[at] <= endPs) {
        if (openStartsPs[at] >= startPs && isOf(code, isSend)) {
          add(of(code, isSend), code, callSite, 1, openWaitsPs[at]);
        }
        openWaitsPs[at] = 0;
      }
    }
  }

  private void take(int at, Lateness kind, OpCode code, int callSite) {
    if (taken[at] > 0) {
      add(kind, code, callSite, taken[at], takenPs[at]);
      taken[at] = 0;
      takenPs[at] = 0;
    }
  }

  /**
   * A rank was waited for.
   *
   * @param isSend whether for its send, otherwise for its receive
   * @param startPs when it began to send or receive, in its call
   */
  void late(int rank, boolean isSend, long startPs, long waitPs) {
    int count = counts[rank];
    for (int i = count - 1; i >= Math.max(0, count - KEPT); i--) {
      int slot = rank * KEPT + (i & (KEPT - 1));
      OpCode code = CODES[codes[slot] & 0xff];
      if (startsPs[slot] <= startPs && startPs <= endsPs[slot] && isOf(code, isSend)) {
        add(of(code, isSend), code, sites[slot], 1, waitPs);
        return;
      }
    }
    int at = isSend ? 2 * rank : 2 * rank + 1;
    openStartsPs[at] = startPs;
    openWaitsPs[at] = waitPs;
  }

  private static boolean isOf(OpCode code, boolean isSend) {
    return switch (code) {
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> isSend;
      case RECV, IRECV -> !isSend;
      case SENDRECV, SENDRECV_REPLACE, PROBE, IPROBE, SEND_INIT, BSEND_INIT, SSEND_INIT -> true;
      case RSEND_INIT, RECV_INIT, START, STARTALL, REQUEST_FREE, WAIT, WAITALL, WAITANY -> true;
      case WAITSOME, TEST, TESTALL, TESTANY, TESTSOME -> true;
      // Of POINT_TO_POINT, PERSISTENT and COMPLETION all are listed: no other op comes here.
      default -> true;
    };
  }

  private static Lateness of(OpCode code, boolean isSend) {
    boolean isPost =
        switch (code) {
          case ISEND, IBSEND, ISSEND, IRSEND, IRECV, START, STARTALL -> true;
          case SEND, BSEND, SSEND, RSEND, RECV, SENDRECV, SENDRECV_REPLACE, PROBE, IPROBE -> false;
          case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT, REQUEST_FREE -> false;
          case WAIT, WAITALL, WAITANY, WAITSOME, TEST, TESTALL, TESTANY, TESTSOME -> false;
          // Of POINT_TO_POINT, PERSISTENT and COMPLETION all are listed: no other op comes here.
          default -> false;
        };
    return isSend
        ? isPost ? Lateness.LATE_SEND_POST : Lateness.LATE_SEND
        : isPost ? Lateness.LATE_RECEIVE_POST : Lateness.LATE_RECEIVE;
  }

  private void add(Lateness kind, OpCode code, int callSite, int count, long latePs) {
    long key = ((long) callSite << CODE_BITS | code.ordinal()) << KIND_BITS | kind.ordinal();
    long[] row = rows.computeIfAbsent(key, k -> new long[3]);
    long sum = row[0] + latePs;
    row[0] = sum & Long.MAX_VALUE;
    row[1] += sum >>> 63;
    row[2] += count;
  }

  /** {@return what has been seen so far, by kind, those first that were latest in all} */
  List<WaitSummary.OfLateCall> summary() {
    List<WaitSummary.OfLateCall> found = new ArrayList<>();
    rows.forEach(
        (long key, long[] row) ->
            found.add(
                new WaitSummary.OfLateCall(
                    KINDS[(int) key & ((1 << KIND_BITS) - 1)],
                    CODES[(int) (key >> KIND_BITS) & ((1 << CODE_BITS) - 1)],
                    (int) (key >> (KIND_BITS + CODE_BITS)),
                    row[2],
                    new Total(row[1], row[0]))));
    found.sort(
        Comparator.comparing(WaitSummary.OfLateCall::kind)
            .thenComparing(WaitSummary.OfLateCall::latePs, Comparator.reverseOrder())
            .thenComparing(WaitSummary.OfLateCall::code)
            .thenComparingInt(WaitSummary.OfLateCall::callSite));
    return found;
  }
}
