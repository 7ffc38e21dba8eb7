package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The messages to a rank whose tracer did not say what its receives got. Receives that the rank
 * starts one after the other get the next message of as many senders, all with one tag if there are
 * so many; otherwise those that were sent first, counted in collectives, since clocks of ranks may
 * differ.
 */
final class LostReceives {
  private static final int WIDTH = 4;

  /** Of each message the number of collectives before it, place, tag and bytes; by sender. */
  private final LongArrayList messages = new LongArrayList();

  private final IntArrayList firstOfSender = new IntArrayList();
  private final IntArrayList batches = new IntArrayList();
  private int[] heads = {};

  /** Of the receives that were started together, the messages. */
  private final IntArrayList order = new IntArrayList();

  private int at = -1;
  private int batch;

  /** The rank starts so many receives one after the other. */
  void batch(int receives) {
    batches.add(receives);
  }

  /** The messages that follow are of the next sender. */
  void nextSender() {
    firstOfSender.add(messages.size() / WIDTH);
  }

  /**
   * A message.
   *
   * @param epoch how many collectives its sender had made
   * @param peer its sender's rank in the communicator
   * @param comm ours
   */
  void add(long epoch, int peer, int comm, long tag, long size) {
    messages.add(epoch);
    messages.add((long) comm << 32 | peer);
    messages.add(tag);
    messages.add(size);
  }

  /** Goes to the message of the next receive; false if there is none. */
  boolean next() {
    if (heads.length == 0) {
      heads = firstOfSender.toIntArray();
      firstOfSender.add(messages.size() / WIDTH);
    }
    at++;
    if (at >= order.size() && batch < batches.size()) {
      order.clear();
      at = 0;
      take(batches.getInt(batch++));
    }
    return at < order.size();
  }

  private boolean hasHead(int sender) {
    return heads[sender] < firstOfSender.getInt(sender + 1);
  }

  private long epoch(int sender) {
    return messages.getLong(WIDTH * heads[sender]);
  }

  private void take(int count) {
    Long2IntMap sendersByTag = new Long2IntLinkedOpenHashMap();
    for (int sender = 0; sender < heads.length; sender++) {
      if (hasHead(sender)) {
        sendersByTag.merge(messages.getLong(WIDTH * heads[sender] + 2), 1, Integer::sum);
      }
    }
    long bestTag = -1;
    long bestEpoch = Long.MAX_VALUE;
    for (int sender = 0; sender < heads.length; sender++) {
      if (hasHead(sender) && epoch(sender) < bestEpoch) {
        long tag = messages.getLong(WIDTH * heads[sender] + 2);
        if (sendersByTag.get(tag) == count) {
          bestTag = tag;
          bestEpoch = epoch(sender);
        }
      }
    }
    if (bestTag >= 0) {
      for (int sender = 0; sender < heads.length; sender++) {
        if (hasHead(sender) && messages.getLong(WIDTH * heads[sender] + 2) == bestTag) {
          order.add(heads[sender]++);
        }
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int first = -1;
      for (int sender = 0; sender < heads.length; sender++) {
        if (hasHead(sender) && (first < 0 || epoch(sender) < epoch(first))) {
          first = sender;
        }
      }
      if (first >= 0) {
        order.add(heads[first]++);
      }
    }
  }

  int peer() {
    return (int) messages.getLong(WIDTH * order.getInt(at) + 1);
  }

  int comm() {
    return (int) (messages.getLong(WIDTH * order.getInt(at) + 1) >> 32);
  }

  long tag() {
    return messages.getLong(WIDTH * order.getInt(at) + 2);
  }

  long size() {
    return messages.getLong(WIDTH * order.getInt(at) + 3);
  }
}
