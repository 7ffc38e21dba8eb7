package org.foretell.structure.cluster.grouping;

import java.util.Arrays;
import java.util.Collection;
import org.foretell.trace.RankSet;

/**
 * Ranks with similar behaviour, and their lead.
 *
 * @param lead one of the ranks
 * @param ranks in ascending order
 * @param mainCluster number of their common call path, from 0 in the order of first ranks
 */
public record Cluster(int lead, RankSet ranks, int mainCluster) {
  /** Checks that the lead is one of the ranks. */
  public Cluster {
    if (!ranks.contains(lead)) {
      throw new IllegalArgumentException("the lead " + lead + " is none of " + ranks);
    }
  }

  /** Returns the set of ranks in any order. */
  static RankSet sorted(Collection<Integer> ranks) {
    int[] sorted = ranks.stream().mapToInt(Integer::intValue).toArray();
    Arrays.sort(sorted);
    return RankSet.ofSorted(sorted);
  }
}
