package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * What the non-blocking receives of a rank matched. A raw file says so after the call that
 * completed a receive, a trace in the receive itself; so the rank's records are read twice.
 */
final class RequestMatches {
  /** Receives whose match is kept, 8 bytes each; later ones stay open. */
  private static final int MOST = 1 << 23;

  private static final int NO_RECEIVE = -1;
  static final long UNKNOWN = Long.MIN_VALUE;
  static final long CANCELLED = UNKNOWN + 1;
  private static final long SEVERAL = UNKNOWN + 2;

  private final LongArrayList matches = new LongArrayList();
  private final Int2IntOpenHashMap receiveOfSlot = new Int2IntOpenHashMap();
  private boolean cancels;
  private int next;

  /** None. */
  static final RequestMatches NONE = new RequestMatches();

  private RequestMatches() {
    receiveOfSlot.defaultReturnValue(NO_RECEIVE);
  }

  /** Reads a rank's records to their end, if they may hold such receives. */
  static RequestMatches of(RawFile file, Definitions definitions) {
    RequestMatches matches = new RequestMatches();
    boolean needed = false;
    for (RawFunction function : definitions.functions()) {
      needed |= isReceive(function.op());
      matches.cancels |= function.name().equals("MPI_Cancel");
    }
    RankRecords records = needed ? RankRecords.of(file, definitions) : null;
    while (records != null && records.next()) {
      matches.read(records.call());
    }
    return matches;
  }

  private static boolean isReceive(@Nullable OpCode op) {
    return op == OpCode.IRECV || op == OpCode.RECV_INIT;
  }

  private void read(RawCall call) {
    RawFunction function = call.function;
    if (function == null) {
      return;
    }
    OpCode op = function.op();
    if (op != null && op.has(OpField.REQUEST) && createsRequest(op)) {
      long slot = call.value(function.indexOf(OpField.REQUEST), OpView.NONE);
      boolean isReceive = isReceive(op) && matches.size() < MOST;
      receiveOfSlot.put((int) slot, isReceive ? matches.size() : NO_RECEIVE);
      if (isReceive) {
        matches.add(UNKNOWN);
      }
    }
    for (int i = 0; i < call.matches.size(); i += RawCall.MATCH_WIDTH) {
      long slot = call.matches.getLong(i);
      int receive = slot < 0 ? NO_RECEIVE : receiveOfSlot.get((int) slot);
      if (receive != NO_RECEIVE) {
        matched(receive, call.matches.getLong(i + 1), call.matches.getLong(i + 2));
      }
    }
  }

  private static boolean createsRequest(OpCode op) {
    return op.family() != OpCode.Family.COMPLETION
        && op != OpCode.START
        && op != OpCode.REQUEST_FREE;
  }

  private void matched(int receive, long source, long tag) {
    if (source < OpView.PROC_NULL && !cancels) {
      return;
    }
    long known = matches.getLong(receive);
    long found = source < OpView.PROC_NULL ? CANCELLED : pack(source, tag);
    // A persistent receive may match another message each time, which a trace cannot say.
    matches.set(receive, known == UNKNOWN || known == found ? found : SEVERAL);
  }

  private static long pack(long source, long tag) {
    return source << 32 | (tag & 0xffff_ffffL);
  }

  /** What the next receive matched: packed, {@link #UNKNOWN} or {@link #CANCELLED}. */
  long next() {
    long match = next < matches.size() ? matches.getLong(next) : UNKNOWN;
    next++;
    return match == SEVERAL ? UNKNOWN : match;
  }

  static int source(long match) {
    return (int) (match >> 32);
  }

  static int tag(long match) {
    return (int) match;
  }
}
