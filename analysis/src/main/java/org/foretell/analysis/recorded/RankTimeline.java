package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** When the calls of a rank were made in the traced run, and what they may have waited for. */
final class RankTimeline {
  private final LongArrayList startsPs = new LongArrayList();
  private final LongArrayList endsPs = new LongArrayList();
  private final IntArrayList waitingCalls = new IntArrayList();
  private final LongArrayList needs = new LongArrayList();

  /** From the rank's own clock to that of all. */
  private long offsetPs;

  /** A call; its number is how many there were before it. */
  void add(long startPs, long endPs) {
    startsPs.add(startPs);
    endsPs.add(endPs);
  }

  /** What a call may have waited for; calls come in order. */
  void add(int call, long need) {
    waitingCalls.add(call);
    needs.add(need);
  }

  void offsetPs(long toAllPs) {
    offsetPs = toAllPs;
  }

  long offsetPs() {
    return offsetPs;
  }

  int calls() {
    return startsPs.size();
  }

  long startPs(int call) {
    return startsPs.getLong(call) + offsetPs;
  }

  long endPs(int call) {
    return endsPs.getLong(call) + offsetPs;
  }

  int needs() {
    return needs.size();
  }

  long need(int at) {
    return needs.getLong(at);
  }

  int waitingCall(int at) {
    return waitingCalls.getInt(at);
  }
}
