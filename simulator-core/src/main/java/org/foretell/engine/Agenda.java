package org.foretell.engine;

/**
 * What happens next.
 *
 * <p>Strict order: events by time, then by sequence number. Those of the present go into a plain
 * queue: they are younger than every older event of the same time, and are numbered in the order in
 * which they come. Those of the future go into a tree (ranks) or a heap (messages).
 *
 * <p>Run ahead: a queue of ranks that can go on.
 */
final class Agenda {
  /** There is no event. */
  static final int NOTHING = Integer.MIN_VALUE;

  private final boolean strict;
  private final IntRing queue = new IntRing();
  private final EventTree ranks;
  private final MessageHeap messages = new MessageHeap();
  private long nowPs;
  private long sequence;

  Agenda(Schedule schedule, int ranks) {
    strict = schedule == Schedule.STRICT;
    this.ranks = new EventTree(strict ? ranks : 1);
  }

  /** Time of the event that is being executed; only under strict order. */
  long nowPs() {
    return nowPs;
  }

  /** A rank can go on at a time that is not in the past. */
  void rankGoesOn(int rank, long timePs) {
    if (!strict || timePs == nowPs) {
      queue.add(rank);
    } else {
      ranks.set(rank, timePs, sequence++);
    }
  }

  /** A rank that was to go on later goes on earlier. */
  void rankGoesOnEarlier(int rank, long timePs) {
    ranks.clear(rank);
    rankGoesOn(rank, timePs);
  }

  /** A message reaches its receiver; only under strict order. */
  void messageComes(int message, long timePs) {
    if (timePs == nowPs) {
      queue.add(~message);
    } else {
      messages.add(message, timePs, sequence++);
    }
  }

  /**
   * Whether a rank whose clock has come to a time may go on at once, since nothing else comes
   * before. If so that time becomes the present.
   */
  boolean goesOnInline(long timePs) {
    if (!strict) {
      return true;
    }
    if (!queue.isEmpty() || timePs >= ranks.time() || timePs >= messages.time()) {
      return false;
    }
    nowPs = timePs;
    return true;
  }

  /** The next event: a rank, or the complement of a message, or {@link #NOTHING}. */
  int next() {
    if (!queue.isEmpty() && (!strict || (ranks.time() != nowPs && messages.time() != nowPs))) {
      return queue.poll();
    }
    long rankTime = ranks.time();
    long messageTime = messages.time();
    if (rankTime < messageTime
        || (rankTime == messageTime && ranks.sequence() < messages.sequence())) {
      nowPs = rankTime;
      int rank = ranks.rank();
      ranks.clear(rank);
      return rank;
    }
    if (messageTime == EventTree.NONE) {
      return NOTHING;
    }
    nowPs = messageTime;
    return ~messages.poll();
  }
}
