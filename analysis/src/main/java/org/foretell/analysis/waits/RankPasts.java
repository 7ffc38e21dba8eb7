package org.foretell.analysis.waits;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the clocks of ranks are made of: of each rank a chain of moments back in time. A rank that
 * waits for another goes on from that one's moment, so that no chain has waiting in it, and what
 * two ranks have in common is the same moments.
 *
 * <p>Of each rank the latest moments are kept, and of each chain the latest {@value #LONGEST}.
 */
final class RankPasts {
  /** The most moments on a chain that are worth looking at. */
  static final int LONGEST = 1024;

  /** A power of two. */
  private static final int KEPT = 256;

  private static final int CUT = 512;

  /** One part of a chain: what a rank did from the end of the moment before on. */
  static final class Moment {
    final int rank;
    final int place;
    final long endPs;
    private final int depth;
    private @Nullable Moment before;

    private Moment(@Nullable Moment before, int rank, int place, long endPs) {
      this.before = before;
      this.rank = rank;
      this.place = place;
      this.endPs = endPs;
      depth = before == null ? 0 : before.depth + 1;
    }

    /** A moment after another one. */
    static Moment after(Moment before, int rank, int place, long endPs) {
      Moment made = new Moment(before, rank, place, endPs);
      if (made.depth % CUT == 0) {
        Moment one = made;
        for (int i = 0; i < LONGEST && one != null; i++) {
          one = one.before;
        }
        if (one != null) {
          one.before = null;
        }
      }
      return made;
    }

    /** The moment before; null for the beginning, and where what was before is forgotten. */
    @Nullable Moment before() {
      return before;
    }
  }

  private final Moment beginning = new Moment(null, 0, 0, 0);
  private final Moment[] heads;
  private final @Nullable Moment[][] kept;
  private final int[] counts;

  RankPasts(int ranks) {
    heads = new Moment[ranks];
    Arrays.fill(heads, beginning);
    kept = new Moment[ranks][];
    counts = new int[ranks];
  }

  /** The present moment of a rank. */
  Moment head(int rank) {
    return heads[rank];
  }

  /** A rank goes on from a moment. */
  void head(int rank, Moment moment) {
    heads[rank] = moment;
    keep(rank, moment);
  }

  /** A rank is at a moment while it is in an op. */
  void keep(int rank, Moment moment) {
    Moment[] ring = kept[rank];
    if (ring == null) {
      ring = new Moment[KEPT];
      kept[rank] = ring;
    }
    int count = counts[rank];
    long lastPs = count == 0 ? -1 : ring[(count - 1) & (KEPT - 1)].endPs;
    if (moment.endPs > lastPs) {
      ring[count & (KEPT - 1)] = moment;
      counts[rank] = count + 1 == 2 * KEPT ? KEPT : count + 1;
    } else if (moment.endPs == lastPs) {
      ring[(count - 1) & (KEPT - 1)] = moment;
    }
  }

  /** Where a rank was at a time: the latest moment until then, or null if that is forgotten. */
  @Nullable Moment at(int rank, long timePs) {
    Moment[] ring = kept[rank];
    int count = counts[rank];
    if (ring == null) {
      return beginning;
    }
    int low = Math.max(0, count - KEPT);
    int first = low;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ring[middle & (KEPT - 1)].endPs <= timePs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low > first) {
      return ring[(low - 1) & (KEPT - 1)];
    }
    return count < KEPT ? beginning : null;
  }
}
