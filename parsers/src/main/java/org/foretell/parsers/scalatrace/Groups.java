package org.foretell.parsers.scalatrace;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.foretell.trace.RankSet;
import org.jspecify.annotations.Nullable;

/**
 * The values of a parameter, or of a loop's iterations or members: a vector for each of several
 * groups of ranks, of which each use takes the next and starts again after the last.
 */
final class Groups {
  /**
   * Values of some ranks.
   *
   * @param ranks null for all ranks of the record
   */
  record Group(@Nullable RankSet ranks, long[] values) {}

  private final Line line;
  private final List<Group> groups = new ArrayList<>();
  private boolean isHistogram;

  /**
   * @param line where they begin
   */
  Groups(Line line) {
    this.line = line;
  }

  Line line() {
    return line;
  }

  /** Notes that the values were not kept, only their distribution. */
  void histogram() {
    isHistogram = true;
  }

  boolean isHistogram() {
    return isHistogram;
  }

  List<Group> list() {
    return groups;
  }

  /** Takes numbers that are for all ranks of the record. */
  void addPlain(Line from) {
    groups.add(new Group(null, longs(from.integers("a value"))));
    from.end();
  }

  /** Takes {@code ( values )[ ranks ]}. */
  void addScoped(Line from) {
    from.take("(");
    long[] values = longs(from.integers("a value"));
    from.take(")");
    from.take("[");
    RankSet ranks = RankLists.read(from);
    from.take("]");
    groups.add(new Group(ranks, values));
  }

  private static long[] longs(int[] numbers) {
    long[] longs = new long[numbers.length];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = numbers[i];
    }
    return longs;
  }

  /**
   * Checks that no rank is in two groups, and that all are among a record's.
   *
   * @param mustCover whether each of the record's ranks has to be in a group
   */
  void check(RankSet ranks, boolean mustCover) {
    if (isHistogram || (groups.size() == 1 && groups.get(0).ranks() == null)) {
      return;
    }
    BitSet seen = new BitSet();
    for (Group group : groups) {
      RankSet scope = group.ranks();
      if (scope == null) {
        throw line.error(
            "expected values for groups of ranks, found values for all ranks beside others of the"
                + " same parameter");
      }
      scope.forEach(
          rank -> {
            if (seen.get(rank) || !ranks.contains(rank)) {
              throw line.error(
                  "expected groups of ranks that share none, all of them among the record's RANKS "
                      + ranks
                      + ", found rank "
                      + rank
                      + (seen.get(rank) ? " twice" : " too"));
            }
            seen.set(rank);
          });
    }
    if (mustCover && seen.cardinality() != ranks.size()) {
      int[] missing = {-1};
      ranks.forEach(rank -> missing[0] = missing[0] < 0 && !seen.get(rank) ? rank : missing[0]);
      throw line.error(
          "expected values for all of the record's RANKS "
              + ranks
              + ", found none for rank "
              + missing[0]);
    }
  }

  /** The group of a rank, -1 if it is in none. */
  int indexOf(int rank) {
    for (int i = 0; i < groups.size(); i++) {
      RankSet ranks = groups.get(i).ranks();
      if (ranks == null || ranks.contains(rank)) {
        return i;
      }
    }
    return -1;
  }

  /** The vector of a rank, which has to be in a group. */
  long[] of(int rank) {
    return groups.get(indexOf(rank)).values();
  }
}
