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
 * The groups of ranks with similar behaviour: the result of {@code sim cluster}.
 *
 * @param version of Foretell
 * @param trace the trace
 * @param method how clusters were found
 * @param clustering the clusters; for Chameleon, those of the phase with most markers
 * @param online the states and phases of Chameleon; empty with other methods
 * @param withCallSites whether events were distinguished by call site; if not, by op and
 *     communicator
 * @param collisions call-path signatures that stood for several sequences of events
 * @param matching how much ranks have in common with their leads
 * @param keptNumbers numbers that ranks keep beside the program of their lead
 * @param keptBursts bursts that ranks keep besides those of their lead
 * @param check whether the clustered trace fits together
 * @param clustered the clustered trace, in memory
 * @param lossless the trace itself, compressed, in memory; empty unless requested
 * @param before messages between ranks in the trace; empty unless requested
 * @param after the same in the clustered trace
 * @param warnings about settings that have no effect on this trace, and functions whose values
 *     differ from the trace, one sentence each
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
    Optional<TraceSource> lossless,
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
   * Writes the text of {@link #json}, in pieces, since a string is limited to 2^31 characters.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(ClusteringDocument.of(this), out);
  }
}
