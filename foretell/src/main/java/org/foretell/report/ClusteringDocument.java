package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.foretell.structure.cluster.grouping.Cluster;
import org.foretell.structure.cluster.lead.Matching;

/** The JSON that {@code sim cluster --json} writes; {@code docs/output.md} has every name. */
@JsonInclude(Include.ALWAYS)
record ClusteringDocument(
    int formatVersion,
    String version,
    RunDocument.TraceEntry trace,
    String method,
    boolean callSites,
    int callPathCollisions,
    int callPaths,
    int mostSubclusters,
    List<String> signatureFormat,
    List<ClusterEntry> clusters,
    MatchingEntry matching,
    long keptNumbers,
    long keptBursts,
    boolean reliesOnBuffers,
    List<String> notes,
    List<String> warnings) {
  private static final int FORMAT_VERSION = 1;

  /** A cluster. */
  record ClusterEntry(int lead, int callPath, int size, String ranks) {
    static ClusterEntry of(Cluster cluster) {
      return new ClusterEntry(
          cluster.lead(),
          cluster.mainCluster(),
          cluster.ranks().size(),
          cluster.ranks().toString());
    }
  }

  /** Shares from 0 to 1. */
  record MatchingEntry(
      double count, double loop, double events, double source, double destination, double tag) {
    static MatchingEntry of(Matching matching) {
      return new MatchingEntry(
          matching.count().value(),
          matching.loop().value(),
          matching.events().value(),
          matching.source().value(),
          matching.destination().value(),
          matching.tag().value());
    }
  }

  static ClusteringDocument of(ClusteringResult result) {
    return new ClusteringDocument(
        FORMAT_VERSION,
        result.version(),
        RunDocument.TraceEntry.of(result.trace(), result.check().contents().operations()),
        result.method(),
        result.withCallSites(),
        result.collisions(),
        result.clustering().mainClusters(),
        result.clustering().mostSubclusters(),
        result.clustering().format().signatures().stream().map(RunDocument::word).toList(),
        result.clustering().clusters().stream().map(ClusterEntry::of).toList(),
        MatchingEntry.of(result.matching()),
        result.keptNumbers(),
        result.keptBursts(),
        result.check().reliesOnBuffers(),
        result.clustering().notes(),
        result.warnings());
  }
}
