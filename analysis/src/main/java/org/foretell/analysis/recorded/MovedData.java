package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/** What was moved from rank to rank, by number: who sent it in which call, and who received it. */
final class MovedData {
  /** No call. */
  static final int NONE = -1;

  private final IntArrayList sources = new IntArrayList();
  private final IntArrayList destinations = new IntArrayList();
  private final IntArrayList tags = new IntArrayList();
  private final LongArrayList sendsPs = new LongArrayList();
  private final LongArrayList receivesPs = new LongArrayList();
  private final IntArrayList sendCalls = new IntArrayList();
  private final IntArrayList receiveCalls = new IntArrayList();

  void add(int source, int destination, int tag, long sendPs, long receivePs) {
    sources.add(source);
    destinations.add(destination);
    tags.add(tag);
    sendsPs.add(sendPs);
    receivesPs.add(receivePs);
  }

  /** Finds the calls by the times at which they began. */
  void find(List<LongArrayList> startsPs, boolean areReceived) {
    sendCalls.clear();
    receiveCalls.clear();
    for (int i = 0; i < size(); i++) {
      sendCalls.add(call(startsPs.get(source(i)), sendsPs.getLong(i)));
      receiveCalls.add(
          areReceived ? call(startsPs.get(destination(i)), receivesPs.getLong(i)) : NONE);
    }
  }

  /** Whether a call of a rank is one that sends what this is about. */
  interface Sends {
    boolean test(int rank, int call);
  }

  /** Forgets calls that only happened to begin when something was sent. */
  void keepSends(Sends sends) {
    for (int i = 0; i < size(); i++) {
      if (sendCall(i) != NONE && !sends.test(source(i), sendCall(i))) {
        sendCalls.set(i, NONE);
      }
    }
  }

  private static int call(LongArrayList startsPs, long timePs) {
    int low = 0;
    int high = startsPs.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long startPs = startsPs.getLong(middle);
      if (startPs == timePs) {
        return middle;
      }
      if (startPs < timePs) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return NONE;
  }

  int size() {
    return sources.size();
  }

  int source(int at) {
    return sources.getInt(at);
  }

  int destination(int at) {
    return destinations.getInt(at);
  }

  /** Of a message its tag, of an update the variable. */
  int tag(int at) {
    return tags.getInt(at);
  }

  /** The call that sends, {@link #NONE} if there is none. */
  int sendCall(int at) {
    return sendCalls.getInt(at);
  }

  /** The call that receives or posts the receive, {@link #NONE} if there is none. */
  int receiveCall(int at) {
    return receiveCalls.getInt(at);
  }
}
