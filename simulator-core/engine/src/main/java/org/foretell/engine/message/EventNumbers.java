package org.foretell.engine.message;

import java.util.Arrays;
import org.foretell.engine.mail.NeedsOnePart;

/**
 * The numbers by which events of the same time are ordered.
 *
 * <p>A part of a replay that goes on in rounds remembers which numbers it has given at which times.
 * So it can number, rounds later, what other parts sent then, as one part would have done. Between
 * two numbers that a part gives there is room for many. What is numbered at one time is ordered by
 * a key: first what ranks do, then messages that set out for other nodes, by their sources, then
 * collectives that end, by their first members.
 */
final class EventNumbers {
  /** What ranks do. */
  static final long RANKS = 0;

  private static final long MESSAGES_OF_LOWER = 1;

  /** Messages that set out from the part itself. */
  static final long MESSAGES = 2;

  private static final long MESSAGES_OF_HIGHER = 3;
  private static final long COLLECTIVES = 4;

  private static final int FIRST_LENGTH = 64;

  /** Bits for the numbers that a part gives itself, at least; the others are room between them. */
  private static final int LEAST_COUNT_BITS = 24;

  private long next;

  /** By how much numbers grow. */
  private long step = 1;

  /** Numbers from one that the part itself gives to the next; 0 where there are no rounds. */
  private long room;

  private long limit;

  private long[] timesPs = {};
  private long[] keys = {};

  /** The next number then. */
  private long[] nexts = {};

  private int count;

  /** The next number at the latest mark. */
  private long latest;

  /** How many marks are before what was numbered last. */
  private int passed;

  /** The next number there: what comes now gets one of those before it. */
  private long place;

  /** The place for which numbers were taken last, and how many of its room are. */
  private long lastPlace = -1;

  private long taken;

  /** The last time at which nothing else was left. */
  private long endedPs = -1;

  /** The number that is given next. */
  long peek() {
    return next;
  }

  /** Gives out a number. */
  long next() {
    long number = next;
    next += step;
    return number;
  }

  /**
   * There will be rounds.
   *
   * @param bits that numbers may have
   * @param about how many the part itself will give
   */
  void inRounds(int bits, long about) {
    int needed = Long.SIZE - Long.numberOfLeadingZeros(about);
    limit = 1L << bits;
    room = 1L << Math.max(1, bits - Math.max(LEAST_COUNT_BITS, needed));
    step = room;
  }

  /**
   * A round begins.
   *
   * @param readPs all that other parts sent before this time has its number
   */
  void beginRound(long readPs) {
    if (next >= limit) {
      throw new NeedsOnePart(); // one part gives smaller numbers
    }
    pass(readPs, RANKS);
    int kept = count - passed;
    if (passed >= kept) { // less often than that, moving the others would take longer
      System.arraycopy(timesPs, passed, timesPs, 0, kept);
      System.arraycopy(keys, passed, keys, 0, kept);
      System.arraycopy(nexts, passed, nexts, 0, kept);
      count = kept;
      passed = 0;
    }
  }

  /** Nothing else of a time is left in this part, but what comes then may be of that time again. */
  void endInstant(long timePs) {
    if (room > 0 && hasEnded(timePs)) {
      throw new NeedsOnePart(); // other parts do not know whether something is left elsewhere
    }
    endedPs = timePs;
  }

  /** Whether nothing else of a time was left before. */
  boolean hasEnded(long timePs) {
    return timePs == endedPs;
  }

  /** The key of the end of a collective; a rank is in one at most that blocks. */
  static long collective(int firstRank, boolean nonBlocking) {
    return COLLECTIVES + 2L * firstRank + (nonBlocking ? 1 : 0);
  }

  /** The key of messages of another part. */
  static long messages(boolean lower) {
    return lower ? MESSAGES_OF_LOWER : MESSAGES_OF_HIGHER;
  }

  /** All of a time with this key is numbered; time and key never decrease. */
  void mark(long timePs, long key) {
    if (room == 0 || next == latest) {
      return;
    }
    if (count > 0 && timesPs[count - 1] == timePs && key < keys[count - 1]) {
      throw new NeedsOnePart(); // as in endInstant
    }
    latest = next;
    if (count == nexts.length) {
      int length = Math.max(FIRST_LENGTH, 2 * count);
      timesPs = Arrays.copyOf(timesPs, length);
      keys = Arrays.copyOf(keys, length);
      nexts = Arrays.copyOf(nexts, length);
    }
    timesPs[count] = timePs;
    keys[count] = key;
    nexts[count++] = next;
  }

  /** Numbers what another part sent before; in the order of time and key. */
  long afterwards(long timePs, long key) {
    pass(timePs, key);
    if (hasLater()) {
      return take(1);
    }
    long number = next();
    continueAfterAll();
    return number;
  }

  /**
   * Executes what another part has let happen, with the numbers that it would have given.
   *
   * @param many numbers, at most
   */
  void afterwards(long timePs, long key, int many, Runnable action) {
    pass(timePs, key);
    if (!hasLater()) {
      action.run();
      continueAfterAll();
      return;
    }
    long usual = next;
    next = take(many);
    step = 1;
    action.run();
    next = usual;
    step = room;
  }

  /** Goes past all that the part itself has numbered before a time and key. */
  private void pass(long timePs, long key) {
    while (passed < count
        && (timesPs[passed] < timePs || (timesPs[passed] == timePs && keys[passed] < key))) {
      place = nexts[passed++];
    }
  }

  /** Whether the part itself has numbered something later: if not, its next numbers will do. */
  private boolean hasLater() {
    return passed < count;
  }

  /** What is numbered afterwards comes after all numbers that have been given. */
  private void continueAfterAll() {
    place = next;
    latest = next;
  }

  /** The first of some numbers that come before what the part itself has numbered later. */
  private long take(int many) {
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
