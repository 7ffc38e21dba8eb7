package org.foretell.engine;

/**
 * The queues of receives and messages that match each other: from (receiver, source, tag,
 * communicator) to one first-in first-out queue. A channel never holds receives and messages at
 * once, since they would have been matched.
 *
 * <p>Everything stands in one array of longs. In front each receiver has room for a few channels,
 * side by side in two cache lines, with source, tag and communicator packed into one long; that is
 * where the channels of most programs are. What does not fit, because a receiver has more channels
 * or the numbers are too large, is in an open-addressing table behind it.
 *
 * <p>A channel is named by the place of its queue, which is valid until the next {@link #locate}.
 * When the table gets full and is large already, channels whose queues are empty are dropped.
 */
final class ChannelTable {
  /** Channels of a receiver that stand in front. */
  private static final int ROOM = 8;

  private static final int ROOM_SHIFT = 4;

  /** Most ranks whose receivers have room in front: 128 bytes for each. */
  private static final int MOST_RANKS = 1 << 20;

  private static final int SOURCE_BITS = 25;
  private static final int TAG_BITS = 25;
  private static final int CONTEXT_BITS = 13;
  private static final long PRESENT = Long.MIN_VALUE;

  private static final int STRIDE = 4;
  private static final int QUEUE = 2;
  private static final int SMALLEST = 1024;

  /** Bit of a queue: it holds receives. */
  private static final long OF_RECEIVES = Long.MIN_VALUE;

  /** Up to this many channels all are kept, empty or not, since programs come back to them. */
  private final int keptChannels;

  /** Where the open-addressing table begins. */
  private final int behind;

  private long[] table;
  private int shift = Long.numberOfLeadingZeros(SMALLEST - 1);
  private int used;

  ChannelTable(int ranks) {
    keptChannels = Math.max(SMALLEST, (int) Math.min(1 << 24, 32L * ranks));
    behind = ranks <= MOST_RANKS ? ranks << ROOM_SHIFT : 0;
    table = new long[behind + SMALLEST * STRIDE];
  }

  /**
   * Finds a channel, or adds it.
   *
   * @param source world rank or ANY
   * @param tag tag or ANY
   */
  int locate(int receiver, int source, int tag, int context) {
    int first = receiver << ROOM_SHIFT;
    int at = first + ((source + tag & ROOM - 1) << 1);
    if (first < behind && table[at] == packed(source, tag, context) && fits(tag, context)) {
      return at + 1;
    }
    return search(receiver, source, tag, context);
  }

  /** Source, tag and communicator in one long, if they fit. */
  private static long packed(int source, int tag, int context) {
    return PRESENT
        | (long) context << (SOURCE_BITS + TAG_BITS)
        | (long) (tag + 1) << SOURCE_BITS
        | (source + 1);
  }

  private static boolean fits(int tag, int context) {
    return (tag + 1) >>> TAG_BITS == 0 && context < 1 << CONTEXT_BITS;
  }

  private int search(int receiver, int source, int tag, int context) {
    int first = receiver << ROOM_SHIFT;
    if (first < behind && fits(tag, context)) {
      long packed = packed(source, tag, context);
      int home = source + tag;
      for (int i = 0; i < ROOM; i++) {
        int at = first + ((home + i & ROOM - 1) << 1);
        if (table[at] == 0) {
          table[at] = packed;
        }
        if (table[at] == packed) {
          return at + 1;
        }
      }
    }
    return searchBehind(receiver, source, tag, context);
  }

  private int searchBehind(int receiver, int source, int tag, int context) {
    long ends = (long) (receiver + 1) << 32 | (source + 1);
    long label = (long) context << 32 | (tag & 0xffff_ffffL);
    int index = probe(table, ends, label);
    if (table[index] == 0) {
      if (used >= (table.length - behind) / (2 * STRIDE)) {
        rehash();
        index = probe(table, ends, label);
      }
      used++;
      table[index] = ends;
      table[index + 1] = label;
    }
    return index + QUEUE;
  }

  /**
   * Where a channel is, or where it would be added. Four neighbouring sources of a receiver stand
   * together, since programs go through their peers in order.
   */
  private int probe(long[] into, long ends, long label) {
    long hash = ((ends >>> 2) * 0x9E3779B97F4A7C15L ^ label) * 0xD6E8FEB86659FD93L;
    int index = behind + (((int) (hash >>> shift) & ~3) | ((int) ends & 3)) * STRIDE;
    while (into[index] != 0 && (into[index] != ends || into[index + 1] != label)) {
      index += STRIDE;
      if (index == into.length) {
        index = behind;
      }
    }
    return index;
  }

  private void rehash() {
    int live = 0;
    for (int index = behind; index < table.length; index += STRIDE) {
      if (table[index + QUEUE] != 0) {
        live++;
      }
    }
    boolean keepAll = used <= keptChannels;
    long wanted = keepAll ? 4L * used : Math.max(4L * live, 2L * keptChannels);
    int capacity = Integer.highestOneBit((int) Math.min(1 << 28, 2 * wanted - 1));
    if (capacity * 3L / 8 < live) {
      throw new InputException(
          "receives and messages are pending in more than "
              + live
              + " combinations of source, tag and communicator; the engine cannot hold more");
    }
    long[] old = table;
    long[] larger = new long[behind + capacity * STRIDE];
    System.arraycopy(old, 0, larger, 0, behind);
    shift = Long.numberOfLeadingZeros(capacity - 1L);
    used = 0;
    for (int index = behind; index < old.length; index += STRIDE) {
      boolean keep = keepAll || old[index + QUEUE] != 0;
      if (keep && old[index] != 0) {
        System.arraycopy(old, index, larger, probe(larger, old[index], old[index + 1]), STRIDE);
        used++;
      }
    }
    table = larger;
  }

  int firstReceive(int channel) {
    long queue = table[channel];
    return queue < 0 ? first(queue) : RecordPool.NONE;
  }

  int lastReceive(int channel) {
    long queue = table[channel];
    return queue < 0 ? (int) queue : RecordPool.NONE;
  }

  /** Sets the ends of a queue; {@link RecordPool#NONE} twice for an empty one. */
  void receives(int channel, int first, int last) {
    table[channel] = first == RecordPool.NONE ? 0 : OF_RECEIVES | (long) first << 32 | last;
  }

  int firstMessage(int channel) {
    long queue = table[channel];
    return queue > 0 ? first(queue) : RecordPool.NONE;
  }

  int lastMessage(int channel) {
    long queue = table[channel];
    return queue > 0 ? (int) queue : RecordPool.NONE;
  }

  /** Sets the ends of a queue; {@link RecordPool#NONE} twice for an empty one. */
  void messages(int channel, int first, int last) {
    table[channel] = (long) first << 32 | last;
  }

  private static int first(long queue) {
    return (int) (queue >>> 32) & Integer.MAX_VALUE;
  }

  /** Sees every channel that is not empty. */
  interface Visitor {
    void channel(int receiver, int source, int tag, int firstReceive, int firstMessage);
  }

  /** Visits every channel that is not empty, in no particular order. */
  void forEach(Visitor visitor) {
    for (int at = 0; at < behind; at += 2) {
      if (table[at + 1] != 0) {
        int source = (int) (table[at] & (1 << SOURCE_BITS) - 1) - 1;
        int tag = (int) (table[at] >>> SOURCE_BITS & (1 << TAG_BITS) - 1) - 1;
        visit(visitor, at >>> ROOM_SHIFT, source, tag, at + 1);
      }
    }
    for (int index = behind; index < table.length; index += STRIDE) {
      if (table[index + QUEUE] != 0) {
        int receiver = (int) (table[index] >>> 32) - 1;
        int source = (int) table[index] - 1;
        visit(visitor, receiver, source, (int) table[index + 1], index + QUEUE);
      }
    }
  }

  private void visit(Visitor visitor, int receiver, int source, int tag, int channel) {
    visitor.channel(receiver, source, tag, firstReceive(channel), firstMessage(channel));
  }
}
