package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds how many updates of its place a wait takes: those that no earlier wait took, up to the
 * first after which its condition holds; never one that began after the wait had ended.
 *
 * <p>What a place holds after the updates that were taken is known from the values that they wrote.
 * Where the condition holds by these already the wait needs none, unless the rank has itself
 * written to the place since. That follows from what it held before the wait.
 */
final class WaitMatching {
  private static final int EQUAL = 0;
  private static final int NOT_EQUAL = 1;

  private final UpdateLog log;

  /** What a place holds after the updates that were taken, where it is known. */
  private final Long2LongOpenHashMap states = new Long2LongOpenHashMap();

  /** What it held before the first of them. */
  private final Long2LongOpenHashMap bases = new Long2LongOpenHashMap();

  /** By pair the updates of which are taken: the index of the next one. */
  private final Long2IntOpenHashMap next = new Long2IntOpenHashMap();

  private long waits;
  private long needNone;
  private long byAddition;
  private long ambiguous;
  private long uncertain;
  private long unexplained;

  WaitMatching(UpdateLog log) {
    this.log = log;
  }

  /** Forgets the rank before. */
  void begin() {
    states.clear();
    bases.clear();
    next.clear();
  }

  /** Adds what another one has counted, which then has nothing. */
  void takeAll(WaitMatching other) {
    waits += other.waits;
    needNone += other.needNone;
    byAddition += other.byAddition;
    ambiguous += other.ambiguous;
    uncertain += other.uncertain;
    unexplained += other.unexplained;
    other.waits = 0;
    other.needNone = 0;
    other.byAddition = 0;
    other.ambiguous = 0;
    other.uncertain = 0;
    other.unexplained = 0;
  }

  /**
   * How many updates a wait takes; these are then taken.
   *
   * @param pair of its rank and its place
   */
  int updates(long pair, RankClock clock, RawCall call) {
    waits++;
    int from = next.containsKey(pair) ? next.get(pair) : log.firstOf(pair);
    int end = from < 0 ? -1 : end(pair, from, clock, call);
    if (end <= from) {
      needNone++;
      unexplained += end < 0 && !heldBefore(call) ? 1 : 0;
      if (end < 0 && call.hasValue) {
        states.put(pair, call.after);
      }
      return 0;
    }
    uncertain += log.timePs(end - 1) > clock.alignedPs(call.endTicks) ? 1 : 0;
    next.put(pair, end);
    return end - from;
  }

  /** When the latest update began that a wait may take, as far as the clocks agree. */
  static long latestPs(RankClock clock, RawCall call) {
    return clock.alignedPs(call.endTicks) + 2 * clock.uncertaintyPs();
  }

  private static boolean heldBefore(RawCall call) {
    return !call.hasValue || holds(call, call.before);
  }

  /**
   * The end of the updates after which a condition holds: {@code from} if it holds without any; -1
   * if none of them explain it.
   */
  private int end(long pair, int from, RankClock clock, RawCall call) {
    long endPs = clock.alignedPs(call.endTicks);
    long startPs = clock.alignedPs(call.startTicks) + clock.uncertaintyPs();
    int begun = begunBy(pair, from, endPs);
    int limit = begunBy(pair, from, latestPs(clock, call));
    int seen = begunBy(pair, from, Math.min(startPs, endPs));
    if (!call.hasValue) {
      return limit == from ? -1 : from + 1;
    }
    int end;
    if (adds(from, limit)) {
      end = counted(pair, from, seen, begun, call);
      end = end < 0 && !heldBefore(call) ? counted(pair, from, seen, limit, call) : end;
    } else if (heldBefore(call)) {
      end = setBefore(pair, from, seen, limit, call);
    } else {
      end = setWithin(pair, from, seen, limit, call);
    }
    if (end > from) {
      boolean isCounted = log.kind(end - 1) == UpdateLog.ADDITION;
      byAddition += isCounted ? 1 : 0;
      ambiguous += !isCounted && isAmbiguous(from, end, limit, call) ? 1 : 0;
      boolean isKnown = log.kind(end - 1) != UpdateLog.UNKNOWN_VALUE;
      states.put(pair, isKnown ? value(from, end, state(pair)) : call.after);
    }
    return end;
  }

  private boolean adds(int from, int limit) {
    for (int i = from; i < limit; i++) {
      if (log.kind(i) == UpdateLog.ADDITION) {
        return true;
      }
    }
    return false;
  }

  private long state(long pair) {
    return states.containsKey(pair) ? states.get(pair) : 0;
  }

  private int begunBy(long pair, int from, long timePs) {
    int limit = from;
    while (log.isOf(pair, limit) && log.timePs(limit) <= timePs) {
      limit++;
    }
    return limit;
  }

  /** Of a wait whose condition came to hold within it: the update that ended it. */
  private int setWithin(long pair, int from, int seen, int limit, RawCall call) {
    int start = from;
    if (call.before != state(pair)) {
      int found = writer(from, seen, call.before);
      start = found < 0 ? from : found + 1;
    }
    return first(start, limit, call.before, call);
  }

  /**
   * Of a wait whose condition held when it began: the first update after which it does, which may
   * be one that was taken already. It may also hold by what the rank wrote there itself.
   */
  private int setBefore(long pair, int from, int seen, int limit, RawCall call) {
    long state = state(pair);
    boolean holdsAlready = states.containsKey(pair) && holds(call, state);
    if (holdsAlready && call.before == state) {
      // An update that writes what is there already would be of no use, unless the rank has reset
      // the place before it came.
      return seen > from && writes(from, state) ? from + 1 : from;
    }
    if (writer(from, limit, call.before) < 0) {
      states.put(pair, call.before);
      return from;
    }
    // Later values satisfy an ordering as the first did; a mailbox is emptied before it is filled.
    return holdsAlready && call.comparison != NOT_EQUAL ? from : first(from, limit, state, call);
  }

  /** The first update that writes a value, -1 if there is none. */
  private int writer(int from, int limit, long value) {
    for (int i = from; i < limit; i++) {
      if (writes(i, value)) {
        return i;
      }
    }
    return -1;
  }

  private boolean writes(int update, long value) {
    return log.kind(update) == UpdateLog.UNKNOWN_VALUE || log.value(update) == value;
  }

  /** Of updates that add: counts from what is there, or back from what was there in the end. */
  private int counted(long pair, int from, int seen, int limit, RawCall call) {
    boolean isReset = isReset(pair, from, seen, call);
    if (!isReset && states.containsKey(pair) && holds(call, state(pair))) {
      return from;
    }
    long additions = sum(from, limit);
    if (isReset || (additions != 0 && !reaches(from, limit, state(pair), call.after))) {
      // Something else has written there: as it was before the first update, or what came in the
      // end says from where counting began.
      boolean again = bases.containsKey(pair) && reaches(from, limit, bases.get(pair), call.after);
      states.put(pair, again ? bases.get(pair) : call.after - additions);
    }
    int end = first(from, limit, state(pair), call);
    if (end > from && !bases.containsKey(pair)) {
      bases.put(pair, state(pair));
    }
    return end;
  }

  /** Whether the rank has written to a place since updates of it were taken. */
  private boolean isReset(long pair, int from, int seen, RawCall call) {
    if (!states.containsKey(pair)) {
      return false;
    }
    // Additions arrive soon after they began: of two ways to explain what was there, that by more
    // of them is the likelier one.
    boolean fromBase = bases.containsKey(pair) && reaches(from, seen, bases.get(pair), call.before);
    boolean fromState = call.before == state(pair) || reaches(from, seen, state(pair), call.before);
    return fromBase || !fromState;
  }

  private long sum(int from, int limit) {
    long sum = 0;
    for (int i = from; i < limit; i++) {
      sum += log.kind(i) == UpdateLog.ADDITION ? log.value(i) : 0;
    }
    return sum;
  }

  private int first(int from, int limit, long state, RawCall call) {
    long value = state;
    for (int i = from; i < limit; i++) {
      value = after(i, value);
      if (log.kind(i) == UpdateLog.UNKNOWN_VALUE || holds(call, value)) {
        return i + 1;
      }
    }
    return -1;
  }

  private long value(int from, int end, long state) {
    long value = state;
    for (int i = from; i < end; i++) {
      value = after(i, value);
    }
    return value;
  }

  private long after(int update, long before) {
    return log.kind(update) == UpdateLog.ADDITION ? before + log.value(update) : log.value(update);
  }

  private boolean reaches(int from, int limit, long state, long wanted) {
    long value = state;
    for (int i = from; i < limit; i++) {
      value = after(i, value);
      if (value == wanted) {
        return true;
      }
    }
    return false;
  }

  /** Whether the update of another rank could have satisfied the wait as well. */
  private boolean isAmbiguous(int from, int end, int limit, RawCall call) {
    for (int i = from; i < limit; i++) {
      if (i != end - 1
          && log.source(i) != log.source(end - 1)
          && (log.kind(i) == UpdateLog.UNKNOWN_VALUE || holds(call, log.value(i)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(RawCall call, long value) {
    return switch ((int) call.comparison) {
      case EQUAL -> value == call.operand;
      case NOT_EQUAL -> value != call.operand;
      case 2 -> value > call.operand;
      case 3 -> value <= call.operand;
      case 4 -> value < call.operand;
      case 5 -> value >= call.operand;
      default -> true;
    };
  }

  /** How waits were matched, a sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (waits > 0) {
      notes.add(
          "waits and successful tests of OpenSHMEM: "
              + waits
              + "; updates were found for "
              + (waits - needNone)
              + " ("
              + byAddition
              + " by counting additions), "
              + needNone
              + " needed none");
    }
    if (unexplained > 0) {
      notes.add(
          "waits whose condition did not hold when they began, and for which no update was found: "
              + unexplained
              + "; they do not wait in the replay (stores through shmem_ptr are not recorded)");
    }
    if (ambiguous > 0) {
      notes.add(
          "waits that updates of several ranks could have satisfied: "
              + ambiguous
              + "; the earliest update was taken");
    }
    if (uncertain > 0) {
      notes.add(
          "waits that ended before the update that satisfied them began, within the error of the"
              + " ranks' clocks: "
              + uncertain);
    }
    return notes;
  }
}
