package org.foretell.engine;

/**
 * The queues of receives and messages that match each other: an open-addressing table from
 * (receiver, source, tag, communicator) to two first-in first-out queues, four longs for each
 * channel.
 *
 * <p>A channel's index is valid until the next {@link #locate}. When the table gets full and is
 * large already, channels whose queues are empty are dropped.
 */
final class ChannelTable {
  private static final int STRIDE = 4;
  private static final int RECEIVES = 2;
  private static final int MESSAGES = 3;
  private static final int SMALLEST = 1024;

  /** Up to this many channels all are kept, empty or not, since programs come back to them. */
  private final int keptChannels;

  private long[] table = new long[SMALLEST * STRIDE];
  private int shift = Long.numberOfLeadingZeros(SMALLEST - 1);
  private int used;

  ChannelTable(int ranks) {
    keptChannels = Math.max(SMALLEST, (int) Math.min(1 << 24, 32L * ranks));
  }

  /**
   * Finds a channel, or adds it.
   *
   * @param source world rank or ANY
   * @param tag tag or ANY
   */
  int locate(int receiver, int source, int tag, int context) {
    long ends = (long) (receiver + 1) << 32 | (source + 1);
    long label = (long) context << 32 | (tag & 0xffff_ffffL);
    int index = home(ends, label, shift);
    if (table[index] == ends && table[index + 1] == label) {
      return index;
    }
    return search(index, ends, label);
  }

  private int search(int home, long ends, long label) {
    int index = probe(table, home, ends, label);
    if (table[index] == 0) {
      if (used >= table.length / (2 * STRIDE)) {
        rehash();
        index = probe(table, home(ends, label, shift), ends, label);
      }
      used++;
      table[index] = ends;
      table[index + 1] = label;
    }
    return index;
  }

  /**
   * Where the search for a channel begins. Four neighbouring sources of a receiver stand together,
   * since programs go through their peers in order.
   */
  private static int home(long ends, long label, int shift) {
    long hash = ((ends >>> 2) * 0x9E3779B97F4A7C15L ^ label) * 0xD6E8FEB86659FD93L;
    return (((int) (hash >>> shift) & ~3) | ((int) ends & 3)) * STRIDE;
  }

  /** Where a channel is, or where it would be added. */
  private static int probe(long[] table, int home, long ends, long label) {
    int index = home;
    while (table[index] != 0 && (table[index] != ends || table[index + 1] != label)) {
      index += STRIDE;
      if (index == table.length) {
        index = 0;
      }
    }
    return index;
  }

  private void rehash() {
    int live = 0;
    for (int index = 0; index < table.length; index += STRIDE) {
      if ((table[index + RECEIVES] | table[index + MESSAGES]) != 0) {
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
    table = new long[capacity * STRIDE];
    shift = Long.numberOfLeadingZeros(capacity - 1L);
    used = 0;
    for (int index = 0; index < old.length; index += STRIDE) {
      boolean keep = keepAll || (old[index + RECEIVES] | old[index + MESSAGES]) != 0;
      if (keep && old[index] != 0) {
        int home = home(old[index], old[index + 1], shift);
        System.arraycopy(old, index, table, probe(table, home, old[index], old[index + 1]), STRIDE);
        used++;
      }
    }
  }

  int firstReceive(int channel) {
    return (int) (table[channel + RECEIVES] >>> 32);
  }

  int lastReceive(int channel) {
    return (int) table[channel + RECEIVES];
  }

  /** Sets the ends of a queue; {@link RecordPool#NONE} twice for an empty one. */
  void receives(int channel, int first, int last) {
    table[channel + RECEIVES] = (long) first << 32 | last;
  }

  int firstMessage(int channel) {
    return (int) (table[channel + MESSAGES] >>> 32);
  }

  int lastMessage(int channel) {
    return (int) table[channel + MESSAGES];
  }

  /** Sets the ends of a queue; {@link RecordPool#NONE} twice for an empty one. */
  void messages(int channel, int first, int last) {
    table[channel + MESSAGES] = (long) first << 32 | last;
  }

  /** Sees every channel that is not empty. */
  interface Visitor {
    void channel(
        int channel, int receiver, int source, int tag, int firstReceive, int firstMessage);
  }

  /** Visits every channel that is not empty, in no particular order. */
  void forEach(Visitor visitor) {
    for (int index = 0; index < table.length; index += STRIDE) {
      if ((table[index + RECEIVES] | table[index + MESSAGES]) != 0) {
        visitor.channel(
            index,
            (int) (table[index] >>> 32) - 1,
            (int) table[index] - 1,
            (int) table[index + 1],
            firstReceive(index),
            firstMessage(index));
      }
    }
  }
}
