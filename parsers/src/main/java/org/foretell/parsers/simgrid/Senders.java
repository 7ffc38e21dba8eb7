package org.foretell.parsers.simgrid;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceInfo;

/**
 * Who sends to which rank with which tag. Beyond two million pairs of receiver and tag nobody knows
 * any more.
 */
final class Senders {
  private static final int SEVERAL = -1;
  private static final int NOBODY = -2;
  private static final int MOST_PAIRS = 1 << 21;

  /** By receiver and tag. */
  private final Long2IntOpenHashMap senders = new Long2IntOpenHashMap();

  private boolean isComplete = true;

  Senders() {
    senders.defaultReturnValue(NOBODY);
  }

  /**
   * Adds a message.
   *
   * @param receiver not of interest if it is no rank
   * @param tag not of interest if it is no tag
   */
  void add(int sender, long receiver, long tag) {
    if (receiver >= 0 && receiver < TraceInfo.MAX_RANKS && tag == (int) tag && isComplete) {
      merge(key((int) receiver, (int) tag), sender);
      isComplete = senders.size() <= MOST_PAIRS;
    }
  }

  /** Adds the messages of other files. */
  void addAll(Senders others) {
    if (isComplete && others.isComplete) {
      others
          .senders
          .long2IntEntrySet()
          .fastForEach(sender -> merge(sender.getLongKey(), sender.getIntValue()));
    }
    isComplete &= others.isComplete && senders.size() <= MOST_PAIRS;
  }

  /** The only rank that sends to a receiver with a tag, or {@link OpView#NONE}. */
  int only(int receiver, int tag) {
    int sender = isComplete ? senders.get(key(receiver, tag)) : NOBODY;
    return sender >= 0 ? sender : OpView.NONE;
  }

  private void merge(long key, int sender) {
    int known = senders.get(key);
    if (known == NOBODY) {
      senders.put(key, sender);
    } else if (known != sender && known != SEVERAL) {
      senders.put(key, SEVERAL);
    }
  }

  private static long key(int receiver, int tag) {
    return (long) receiver << 32 | (tag & 0xffff_ffffL);
  }
}
