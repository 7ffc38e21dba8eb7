package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.foretell.observe.MatrixEntry;
import org.foretell.structure.cluster.grouping.Clustering;
import org.foretell.structure.cluster.lead.Matching;
import org.foretell.structure.cluster.online.OnlineClustering;
import org.foretell.trace.TraceSource;

/**
 * Which ranks of a trace are alike: all that {@code sim cluster} has to tell.
 *
 * @param version of Foretell
 * @param trace which trace it is
 * @param method how clusters were found
 * @param clustering the clusters; of Chameleon, those of the phase that holds most markers
 * @param online the states and phases of Chameleon; empty with other methods
 * @param withCallSites whether call sites told events apart; if not, op and communicator did
 * @param collisions call-path signatures that stood for several sequences of events
 * @param matching how much ranks have in common with their leads
 * @param keptNumbers numbers that ranks keep beside the program of their lead
 * @param keptBursts bursts that ranks keep beside those of their lead
 * @param check whether the clustered trace fits together
 * @param clustered the clustered trace, in memory
 * @param before messages between ranks in the trace; empty unless asked for
 * @param after the same in the clustered trace
 * @param warnings about settings that say nothing about this trace, and functions that compute
 *     other values than it has, one sentence each
 */
public record ClusteringResult(
    String version,
    TraceSummary trace,
    String method,
    Clustering clustering,
    Optional<OnlineClustering> online,
    boolean withCallSites,
    int collisions,
    Matching matching,
    long keptNumbers,
    long keptBursts,
    CheckResult check,
    TraceSource clustered,
    Optional<List<MatrixEntry>> before,
    Optional<List<MatrixEntry>> after,
    List<String> warnings) {
  /** Copies the list. */
  public ClusteringResult {
    warnings = List.copyOf(warnings);
  }

  /**
   * {@return the JSON of {@code docs/output.md}: what {@code sim cluster --json} writes, byte for
   * byte}
   */
  public String json() {
    return DocumentText.of(ClusteringDocument.of(this));
  }

  /**
   * Writes what {@link #json} returns, piece by piece, since a text ends at 2^31 characters.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(ClusteringDocument.of(this), out);
  }
}
