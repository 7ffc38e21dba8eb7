package org.foretell.structure.cluster.grouping;

import java.util.Comparator;
import java.util.List;

/**
 * Clusters that together contain each rank once.
 *
 * @param clusters in the order of their first ranks
 * @param mainClusters number of different call paths
 * @param format the signatures that distinguished ranks
 * @param notes for the user, one sentence each
 */
public record Clustering(
    List<Cluster> clusters, int mainClusters, SignatureFormat format, List<String> notes) {
  /** Sorts the clusters. */
  public Clustering {
    clusters =
        clusters.stream()
            .sorted(Comparator.comparingInt(cluster -> cluster.ranks().sections().get(0).start()))
            .toList();
    notes = List.copyOf(notes);
  }

  /** {@return the largest number of clusters within a main cluster: SC of the paper} */
  public int mostSubclusters() {
    int[] subclusters = new int[mainClusters];
    for (Cluster cluster : clusters) {
      subclusters[cluster.mainCluster()]++;
    }
    int most = 0;
    for (int each : subclusters) {
      most = Math.max(most, each);
    }
    return most;
  }

  /**
   * {@return the position in {@link #clusters} of the cluster that each rank is in}
   *
   * @param ranks number of ranks
   */
  public int[] byRank(int ranks) {
    int[] numbers = new int[ranks];
    for (int i = 0; i < clusters.size(); i++) {
      int number = i;
      clusters.get(i).ranks().forEach(rank -> numbers[rank] = number);
    }
    return numbers;
  }
}
