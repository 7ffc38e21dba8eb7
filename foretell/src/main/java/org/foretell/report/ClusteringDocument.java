package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.foretell.structure.cluster.grouping.Cluster;
import org.foretell.structure.cluster.lead.Matching;
import org.foretell.structure.cluster.online.OnlineClustering;
import org.foretell.structure.cluster.online.Phase;
import org.jspecify.annotations.Nullable;

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
    @Nullable OnlineEntry online,
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

  /** The states and phases of Chameleon. */
  record OnlineEntry(
      String marker,
      long markers,
      int calls,
      int allTracing,
      int clustering,
      int lead,
      List<PhaseEntry> phases) {
    static OnlineEntry of(OnlineClustering online) {
      return new OnlineEntry(
          online.marker(),
          online.markers(),
          online.calls(),
          online.allTracing(),
          online.clusterings(),
          online.leads(),
          online.phases().stream().map(PhaseEntry::of).toList());
    }
  }

  /** A phase. */
  record PhaseEntry(
      String state, int firstMarker, int markers, boolean divided, List<ClusterEntry> clusters) {
    static PhaseEntry of(Phase phase) {
      return new PhaseEntry(
          RunDocument.word(phase.state()),
          phase.firstMarker(),
          phase.markers(),
          phase.divided(),
          phase.clustering().clusters().stream().map(ClusterEntry::of).toList());
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
        result.online().map(OnlineEntry::of).orElse(null),
        MatchingEntry.of(result.matching()),
        result.keptNumbers(),
        result.keptBursts(),
        result.check().reliesOnBuffers(),
        result.clustering().notes(),
        result.warnings());
  }
}
