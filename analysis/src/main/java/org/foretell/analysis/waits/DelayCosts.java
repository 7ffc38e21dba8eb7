package org.foretell.analysis.waits;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.foretell.analysis.waits.RankPasts.Moment;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;

/**
 * Shares out waiting among what has made a rank late. What is shared out adds up to what has been
 * waited, to the picosecond.
 */
final class DelayCosts {
  /** It is not known what it was. */
  static final int UNKNOWN = 0;

  /** A part of the op that the waiting rank is in, executed by another rank. */
  static final int STEP = 1;

  private static final int FIRST = 2;
  private static final int RANK_BITS = 26;

  private final List<OpCode> codes = new ArrayList<>();
  private final IntArrayList callSites = new IntArrayList();

  /** By place the waiting for a late rank itself, and for those that it waited for; two cells. */
  private long[] direct = new long[2 * FIRST];

  private long[] propagated = new long[2 * FIRST];
  private final long[] byRank;

  // Of the wait that is being shared out.

  /** By place the surplus of the late rank's past. */
  private long[] surplusPs = new long[FIRST];

  /** By place what of the late rank's past is there. */
  private long[] latePs = new long[FIRST];

  private final IntArrayList touched = new IntArrayList();

  /** By place and rank the late rank's past. */
  private final Long2LongLinkedOpenHashMap late = new Long2LongLinkedOpenHashMap();

  DelayCosts(int ranks) {
    byRank = new long[2 * ranks];
  }

  /** A new place. */
  int place(OpCode code, int callSite) {
    codes.add(code);
    callSites.add(callSite);
    int place = FIRST + codes.size() - 1;
    if (place >= surplusPs.length) {
      int room = 2 * place;
      surplusPs = Arrays.copyOf(surplusPs, room);
      latePs = Arrays.copyOf(latePs, room);
      direct = Arrays.copyOf(direct, 2 * room);
      propagated = Arrays.copyOf(propagated, 2 * room);
    }
    return place;
  }

  /** Waiting of which the cause is not known. */
  void unknown(long waitPs) {
    add(direct, UNKNOWN, waitPs);
  }

  /**
   * A rank has waited for another one.
   *
   * @param lateRank the other one
   * @param late its past when the waiting ended
   * @param waiting the past of the waiting rank when it began to wait
   * @param place of the op in which it waited
   */
  void charge(long waitPs, int lateRank, Moment late, Moment waiting, int place) {
    compare(late, waiting, place);
    long known = 0;
    for (int i = 0; i < touched.size(); i++) {
      known += surplusPs[touched.getInt(i)];
    }
    // What is missing was before all that is known.
    touch(UNKNOWN);
    surplusPs[UNKNOWN] += waitPs - known;
    latePs[UNKNOWN] += Math.max(0, waitPs - known);
    if (waitPs > known) {
      this.late.addTo(key(UNKNOWN, lateRank), waitPs - known);
    }
    share(waitPs, lateRank);
    for (int i = 0; i < touched.size(); i++) {
      surplusPs[touched.getInt(i)] = 0;
      latePs[touched.getInt(i)] = 0;
    }
    touched.clear();
    this.late.clear();
  }

  private void touch(int place) {
    if (surplusPs[place] == 0 && latePs[place] == 0) {
      touched.add(place);
    }
  }

  private static long key(int place, int rank) {
    return (long) place << RANK_BITS | rank;
  }

  /** Goes back until both pasts are the same, or not known any more. */
  private void compare(Moment lateOne, Moment waitingOne, int opPlace) {
    Moment one = lateOne;
    Moment other = waitingOne;
    for (int i = 0; i < 2 * RankPasts.LONGEST && one != other; i++) {
      boolean ofLate = one.endPs >= other.endPs;
      Moment last = ofLate ? one : other;
      Moment before = last.before();
      if (before == null) {
        return;
      }
      int place = last.place == STEP ? opPlace : last.place;
      long lengthPs = last.endPs - before.endPs;
      touch(place);
      if (ofLate) {
        surplusPs[place] += lengthPs;
        latePs[place] += lengthPs;
        late.addTo(key(place, last.rank), lengthPs);
        one = before;
      } else {
        surplusPs[place] -= lengthPs;
        other = before;
      }
    }
  }

  private void share(long waitPs, int lateRank) {
    double allPs = 0;
    for (int i = 0; i < touched.size(); i++) {
      allPs += Math.max(0, surplusPs[touched.getInt(i)]);
    }
    double shared = 0;
    long sharedPs = 0;
    int lastPlace = UNKNOWN;
    int lastRank = lateRank;
    for (Long2LongMap.Entry entry : late.long2LongEntrySet()) {
      int place = (int) (entry.getLongKey() >>> RANK_BITS);
      if (surplusPs[place] <= 0) {
        continue;
      }
      shared += surplusPs[place] * ((double) entry.getLongValue() / latePs[place]);
      long untilPs = Math.min(waitPs, Math.round(waitPs * Math.min(1, shared / allPs)));
      lastPlace = place;
      lastRank = (int) entry.getLongKey() & ((1 << RANK_BITS) - 1);
      charge(lastPlace, lastRank, lateRank, untilPs - sharedPs);
      sharedPs = untilPs;
    }
    charge(lastPlace, lastRank, lateRank, waitPs - sharedPs);
  }

  private void charge(int place, int rank, int lateRank, long costPs) {
    if (place == UNKNOWN) {
      unknown(costPs);
    } else {
      add(rank == lateRank ? direct : propagated, place, costPs);
      add(byRank, rank, costPs);
    }
  }

  /** Adds to a sum of two cells, the lower 63 bits first. */
  private static void add(long[] cells, int index, long valuePs) {
    long sum = cells[2 * index] + valuePs;
    cells[2 * index] = sum & Long.MAX_VALUE;
    cells[2 * index + 1] += sum >>> 63;
  }

  private static Total total(long[] cells, int index) {
    return new Total(cells[2 * index + 1], cells[2 * index]);
  }

  /** {@return what has been shared out so far} */
  DelaySummary summary() {
    List<DelaySummary.OfPlace> places = new ArrayList<>();
    for (int i = 0; i < codes.size(); i++) {
      DelaySummary.OfPlace of =
          new DelaySummary.OfPlace(
              codes.get(i),
              callSites.getInt(i),
              total(direct, FIRST + i),
              total(propagated, FIRST + i));
      if (!of.waitPs().equals(Total.ZERO)) {
        places.add(of);
      }
    }
    places.sort(
        Comparator.comparing(DelaySummary.OfPlace::waitPs)
            .reversed()
            .thenComparing(DelaySummary.OfPlace::code)
            .thenComparingInt(DelaySummary.OfPlace::callSite));
    List<Total> ranks = new ArrayList<>();
    for (int rank = 0; 2 * rank < byRank.length; rank++) {
      ranks.add(total(byRank, rank));
    }
    return new DelaySummary(places, ranks, total(direct, UNKNOWN));
  }
}
