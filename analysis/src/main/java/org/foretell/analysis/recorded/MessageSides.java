package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/** The sides of messages by the calls that began them, each to be taken once. */
final class MessageSides {
  private final MovedData messages;

  /** Of each rank the call, the message, and whether it sent, in this order. */
  private final List<LongArrayList> sides = new ArrayList<>();

  private final int[] firsts;

  MessageSides(MovedData messages, int ranks) {
    this.messages = messages;
    firsts = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      sides.add(new LongArrayList());
    }
    for (int i = 0; i < messages.size(); i++) {
      add(messages.source(i), messages.sendCall(i), 2L * i + 1);
      add(messages.destination(i), messages.receiveCall(i), 2L * i);
    }
    for (LongArrayList ofRank : sides) {
      ofRank.sort(null);
    }
  }

  private void add(int rank, int call, long side) {
    if (call != MovedData.NONE) {
      sides.get(rank).add((long) call << 32 | side);
    }
  }

  /**
   * Takes a side that a rank's call began; calls come in order.
   *
   * @param peer world rank of the other side, below 0 for any
   * @param tag below 0 for any
   * @return what the call, or the one that completes it, may have waited for; below 0 if the call
   *     moved nothing such
   */
  long take(int rank, int call, boolean isSend, int peer, int tag) {
    LongArrayList ofRank = sides.get(rank);
    int at = firsts[rank];
    while (at < ofRank.size() && ofRank.getLong(at) >>> 32 < call) {
      at++;
    }
    firsts[rank] = at;
    for (; at < ofRank.size() && ofRank.getLong(at) >>> 32 == call; at++) {
      long side = ofRank.getLong(at) & 0xffff_ffffL;
      int message = (int) (side >> 1);
      boolean isSent = (side & 1) == 1;
      int other = isSent ? messages.destination(message) : messages.source(message);
      if (isSent == isSend
          && (peer < 0 || other == peer)
          && (tag < 0 || messages.tag(message) == tag)) {
        ofRank.removeLong(at);
        return (isSend ? Need.RECEIVER : Need.SENDER).of(message);
      }
    }
    return -1;
  }
}
