package org.foretell.structure.cluster.grouping;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.structure.cluster.grouping.Acurdion.Group;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.ReferenceSignatures;
import org.foretell.structure.cluster.signature.Signature;
import org.foretell.trace.TraceSource;

/**
 * Lossless clustering: ranks are in one cluster only if each of their events has the same
 * parameters (A. Bahmani, "Scalable Clustering Techniques for MPI Traces", section 3.4). Partners
 * are compared by distance, computation is ignored.
 */
public final class ReferenceClustering {
  private ReferenceClustering() {}

  /**
   * Finds clusters; takes time in proportion to the events that the ranks execute.
   *
   * @param source stays open
   * @param ranks its signatures
   * @return clusters whose leads are their first ranks
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static Clustering cluster(TraceSource source, RankSignatures ranks) {
    ReferenceSignatures reference = new ReferenceSignatures(source);
    Map<List<Long>, Group> groups = new LinkedHashMap<>();
    for (int rank = 0; rank < ranks.ranks(); rank++) {
      List<Long> key = List.of(ranks.value(Signature.CALL_PATH, rank), reference.ofRank(rank));
      CallPathClustering.add(groups, key, rank);
    }
    Set<Signature> differing = EnumSet.copyOf(SignatureFormat.of(ranks).signatures());
    differing.removeAll(EnumSet.of(Signature.COMPUTATION, Signature.COMMUNICATION, Signature.LOOP));
    return Acurdion.clustering(
        ranks, new ArrayList<>(groups.values()), new SignatureFormat(differing), List.of());
  }
}
