package org.foretell.engine.message;

import java.util.Arrays;
import org.foretell.engine.mail.NeedsOnePart;

/**
 * Which numbers a part of a replay has given in a round, and so which number something gets that
 * other parts have sent in it, and that is only known when the round is over. Between two numbers
 * that a part gives there is room for many.
 *
 * <p>What is numbered at one time is ordered by a key: first what ranks do, then messages that set
 * out for other nodes, by their sources, then collectives that end, by their first members.
 */
final class RoundNumbers {
  /** What ranks do. */
  static final long RANKS = 0;

  private static final long MESSAGES_OF_LOWER = 1;

  /** Messages that set out from the part itself. */
  static final long MESSAGES = 2;

  private static final long MESSAGES_OF_HIGHER = 3;
  private static final long COLLECTIVES = 4;

  private static final int FIRST_LENGTH = 64;

  /** Numbers that are left free after each that is given. */
  private final long room;

  private long[] timesPs = new long[FIRST_LENGTH];
  private long[] keys = new long[FIRST_LENGTH];

  /** The next number then. */
  private long[] nexts = new long[FIRST_LENGTH];

  private int count;
  private long latest;

  /** How many marks are before what was numbered last. */
  private int passed;

  private long place;
  private long lastPlace = -1;
  private long taken;

  /** The last time at which nothing else was left. */
  private long endedPs = -1;

  RoundNumbers(long room) {
    this.room = room;
  }

  /** A round begins. */
  void begin(long next) {
    count = 0;
    passed = 0;
    latest = next;
    place = next;
    lastPlace = -1;
  }

  /** Nothing else of a time is left in this part, but what comes then may be of that time again. */
  void endInstant(long timePs) {
    if (timePs == endedPs) {
      throw new NeedsOnePart(); // other parts do not know whether something is left elsewhere
    }
    endedPs = timePs;
  }

  /** The key of the end of a collective. */
  static long collective(int firstRank) {
    return COLLECTIVES + 2L * firstRank;
  }

  /** The key of messages of another part. */
  static long messages(boolean lower) {
    return lower ? MESSAGES_OF_LOWER : MESSAGES_OF_HIGHER;
  }

  /** All with this key is numbered, and the next number is known; time and key never decrease. */
  void mark(long timePs, long key, long next) {
    if (next == latest) {
      return;
    }
    if (count > 0 && timesPs[count - 1] == timePs && key < keys[count - 1]) {
      throw new NeedsOnePart(); // as in endInstant
    }
    latest = next;
    if (count == nexts.length) {
      timesPs = Arrays.copyOf(timesPs, 2 * count);
      keys = Arrays.copyOf(keys, 2 * count);
      nexts = Arrays.copyOf(nexts, 2 * count);
    }
    timesPs[count] = timePs;
    keys[count] = key;
    nexts[count++] = next;
  }

  /**
   * Whether the part itself numbered something later than this, to be called in order of time and
   * key: if not, the next numbers of the part will do.
   */
  boolean isPast(long timePs, long key) {
    while (passed < count
        && (timesPs[passed] < timePs || (timesPs[passed] == timePs && keys[passed] < key))) {
      place = nexts[passed++];
    }
    return passed < count;
  }

  /**
   * Numbers for what was just found to be past.
   *
   * @return the first of them
   */
  long take(int many) {
    if (place != lastPlace) {
      lastPlace = place;
      taken = 0;
    }
    long first = place - room + taken + 1;
    taken += many;
    if (taken >= room) {
      throw new NeedsOnePart();
    }
    return first;
  }
}
