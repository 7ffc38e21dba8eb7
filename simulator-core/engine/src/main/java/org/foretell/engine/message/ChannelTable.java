package org.foretell.engine.message;

import java.util.Arrays;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.result.InputException;

/**
 * The queues of receives and messages that match each other: from (receiver, source, tag,
 * communicator) to one first-in first-out queue. A channel never holds receives and messages at
 * once, since they would have been matched.
 *
 * <p>All queues stand in one array of longs. In front each receiver has room for a few channels,
 * side by side in two cache lines, with source, tag and communicator packed into one long; that is
 * where the channels of most programs are. What does not fit, because a receiver has more channels
 * or the numbers are too large, is in an open-addressing table behind it. Its entries are blocks:
 * the queues of eight neighbouring sources, since programs that have many peers go through them in
 * order; what names a block stands in an array of its own, which is small enough to stay near.
 *
 * <p>A channel is named by the place of its queue, which is valid until the next {@link #locate}.
 * When the table gets full and is large already, blocks whose queues are empty are dropped, and it
 * does not grow.
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

  /** Sources of a block. */
  private static final int BLOCK_SHIFT = 3;

  private static final int BLOCK = 1 << BLOCK_SHIFT;
  private static final int SMALLEST = 1024;
  private static final int LARGEST = 1 << 27;

  /** Bit of a queue: it holds receives. */
  private static final long OF_RECEIVES = Long.MIN_VALUE;

  /** Up to this many blocks all are kept, empty or not, since programs come back to them. */
  private final int keptBlocks;

  /** Where the open-addressing table begins. */
  private final int behind;

  private long[] table;

  /**
   * By block the receiver and the group of sources, from 1 on, and communicator and tag; 0 for one
   * that is not there.
   */
  private long[] names = new long[2 * SMALLEST];

  private int shift = Long.numberOfLeadingZeros(SMALLEST - 1);
  private int used;

  ChannelTable(int ranks) {
    keptBlocks = Math.max(SMALLEST, (int) Math.min(1 << 22, 16L * ranks));
    behind = ranks <= MOST_RANKS ? ranks << ROOM_SHIFT : 0;
    table = new long[behind + SMALLEST * BLOCK];
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
    long ends = (long) (receiver + 1) << 32 | ((source + 1) >>> BLOCK_SHIFT);
    long label = (long) context << 32 | (tag & 0xffff_ffffL);
    int block = probe(ends, label);
    if (names[2 * block] == 0) {
      if (used >= names.length / 4) {
        rehash();
        block = probe(ends, label);
      }
      used++;
      names[2 * block] = ends;
      names[2 * block + 1] = label;
    }
    return queues(block) + (source + 1 & BLOCK - 1);
  }

  /** Where the queues of a block are. */
  private int queues(int block) {
    return behind + (block << BLOCK_SHIFT);
  }

  /**
   * The block that has a name, or would get it. Four neighbouring groups of sources stand together.
   */
  private int probe(long ends, long label) {
    long hash = ((ends >>> 2) * 0x9E3779B97F4A7C15L ^ label) * 0xD6E8FEB86659FD93L;
    int block = ((int) (hash >>> shift) & ~3) | ((int) ends & 3);
    while (names[2 * block] != 0 && (names[2 * block] != ends || names[2 * block + 1] != label)) {
      block = block + 1 & names.length / 2 - 1;
    }
    return block;
  }

  private boolean isEmpty(int block) {
    return isEmpty(table, queues(block));
  }

  private static boolean isEmpty(long[] queues, int first) {
    long any = 0;
    for (int i = 0; i < BLOCK; i++) {
      any |= queues[first + i];
    }
    return any == 0;
  }

  /** Makes room: drops blocks whose queues are empty, or takes more memory. */
  private void rehash() {
    int live = 0;
    int blocks = names.length / 2;
    for (int block = 0; block < blocks; block++) {
      if (!isEmpty(block)) {
        live++;
      }
    }
    boolean keepAll = used <= keptBlocks;
    if (!keepAll && live <= blocks / 4) {
      dropEmpty(live);
    } else {
      grow(keepAll ? used : live, keepAll);
    }
  }

  /** Keeps the size: programs whose steps have ever new tags come here often. */
  private void dropEmpty(int live) {
    long[] keptNames = new long[2 * live];
    long[] keptQueues = new long[live << BLOCK_SHIFT];
    int kept = 0;
    for (int block = 0; kept < live; block++) {
      if (!isEmpty(block)) {
        System.arraycopy(names, 2 * block, keptNames, 2 * kept, 2);
        System.arraycopy(table, queues(block), keptQueues, kept << BLOCK_SHIFT, BLOCK);
        kept++;
      }
    }
    Arrays.fill(names, 0);
    Arrays.fill(table, behind, table.length, 0);
    used = 0;
    for (int block = 0; block < live; block++) {
      add(keptNames, block, keptQueues, block << BLOCK_SHIFT);
    }
  }

  private void grow(int kept, boolean keepAll) {
    int blocks = names.length / 2;
    int capacity = Integer.highestOneBit((int) Math.min(LARGEST, 8L * kept - 1));
    if (capacity * 3L / 8 < kept) {
      throw new InputException(
          "receives and messages are pending in more than "
              + kept
              + " combinations of source, tag and communicator; the engine cannot hold more");
    }
    long[] before = table;
    long[] namesBefore = names;
    table = new long[behind + (capacity << BLOCK_SHIFT)];
    names = new long[2 * capacity];
    System.arraycopy(before, 0, table, 0, behind);
    shift = Long.numberOfLeadingZeros(capacity - 1L);
    used = 0;
    for (int block = 0; block < blocks; block++) {
      int queues = queues(block);
      if (namesBefore[2 * block] != 0 && (keepAll || !isEmpty(before, queues))) {
        add(namesBefore, block, before, queues);
      }
    }
  }

  /** Adds a block that stood elsewhere. */
  private void add(long[] itsNames, int block, long[] itsQueues, int at) {
    int place = probe(itsNames[2 * block], itsNames[2 * block + 1]);
    System.arraycopy(itsNames, 2 * block, names, 2 * place, 2);
    System.arraycopy(itsQueues, at, table, queues(place), BLOCK);
    used++;
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
    for (int at = behind; at < table.length; at++) {
      if (table[at] != 0) {
        int block = (at - behind) >>> BLOCK_SHIFT;
        int receiver = (int) (names[2 * block] >>> 32) - 1;
        int source = ((int) names[2 * block] << BLOCK_SHIFT) + (at - behind & BLOCK - 1) - 1;
        visit(visitor, receiver, source, (int) names[2 * block + 1], at);
      }
    }
  }

  private void visit(Visitor visitor, int receiver, int source, int tag, int channel) {
    visitor.channel(receiver, source, tag, firstReceive(channel), firstMessage(channel));
  }
}
