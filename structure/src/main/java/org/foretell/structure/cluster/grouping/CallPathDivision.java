package org.foretell.structure.cluster.grouping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.cluster.grouping.Acurdion.Group;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.Signature;

/** Clusters that were found before, where ranks have come to do something else. */
public final class CallPathDivision {
  private CallPathDivision() {}

  /**
   * Divides clusters whose ranks have different call paths by now.
   *
   * @param before clusters of the same ranks
   * @param ranks signatures of what they do now
   * @return clusters of one call path each; the lead stays that of the part it is in, and others
   *     are led by their first rank
   */
  public static Clustering divide(Clustering before, RankSignatures ranks) {
    List<Group> groups = new ArrayList<>();
    for (Cluster cluster : before.clusters()) {
      Map<Long, Group> parts = new LinkedHashMap<>();
      parts.put(ranks.value(Signature.CALL_PATH, cluster.lead()), new Group(cluster.lead()));
      cluster
          .ranks()
          .forEach(
              rank -> {
                if (rank != cluster.lead()) {
                  CallPathClustering.add(parts, ranks.value(Signature.CALL_PATH, rank), rank);
                }
              });
      groups.addAll(parts.values());
    }
    return Acurdion.clustering(ranks, groups, before.format(), before.notes());
  }
}
