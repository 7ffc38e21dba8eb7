package org.foretell.structure.cluster.grouping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.cluster.grouping.Acurdion.Group;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.Signature;

/** Divides earlier clusters whose ranks now behave differently. */
public final class CallPathDivision {
  private CallPathDivision() {}

  /**
   * Divides clusters whose ranks now have different call paths.
   *
   * @param before clusters of the same ranks
   * @param ranks their current signatures
   * @return clusters of one call path each; the lead stays that of its part, and the first rank
   *     leads each other part
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
