package org.foretell.structure.cluster.lead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.structure.cluster.grouping.Clustering;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;

/**
 * A trace that grows by phases, each with its own clusters and leads: the online trace of
 * Chameleon. Ranks that share a cluster in all phases share a program.
 */
public final class PhasedLeadTrace {
  private final TraceSource source;
  private final List<LeadTrace> phases = new ArrayList<>();

  /**
   * Creates a trace without phases.
   *
   * @param source with the ranks and tables; stays open
   */
  public PhasedLeadTrace(TraceSource source) {
    this.source = source;
  }

  /**
   * Adds a phase.
   *
   * @param leads of the next part of the program; its source stays open until the trace is written
   */
  public void add(LeadTrace leads) {
    phases.add(leads);
  }

  /** {@return how much ranks have in common with their leads, over all phases} */
  public Matching matching() {
    MatchingCount count = new MatchingCount();
    phases.forEach(phase -> phase.addTo(count));
    return count.matching();
  }

  /** {@return how many numbers are kept besides the programs of leads} */
  public long keptNumbers() {
    return phases.stream().mapToLong(LeadTrace::keptNumbers).sum();
  }

  /** {@return how many bursts of ranks are kept} */
  public long keptBursts() {
    return phases.stream().mapToLong(LeadTrace::keptBursts).sum();
  }

  /**
   * Writes the trace.
   *
   * @param sink from {@code begin} to {@code end}; not closed
   * @throws org.foretell.trace.TraceException if the original is damaged
   */
  public void describe(TraceSink sink) {
    LeadTrace.begin(
        source,
        String.format(
            Locale.US,
            "clustered: in each of %,d phases the programs of some ranks stand for those of all"
                + " %,d",
            phases.size(),
            source.info().ranks()),
        sink);
    int histogram = source.tables().histograms().size();
    for (LeadTrace phase : phases) {
      histogram = phase.defineHistograms(histogram, sink);
    }
    // A message may be sent in one phase and received in another.
    boolean boundless = !phases.stream().allMatch(LeadTrace::isOfOneSize);
    for (RankSet together : together()) {
      sink.beginProgram(together);
      int first = together.sections().get(0).start();
      for (LeadTrace phase : phases) {
        Clustering clustering = phase.clustering();
        int cluster = clustering.byRank(source.info().ranks())[first];
        phase.program(clustering.clusters().get(cluster), together, boundless, sink);
      }
      sink.endProgram();
    }
    sink.end();
  }

  /** Ranks that are in the same clusters in all phases, in the order of first ranks. */
  private List<RankSet> together() {
    int ranks = source.info().ranks();
    List<int[]> clusters = phases.stream().map(phase -> phase.clustering().byRank(ranks)).toList();
    Map<List<Integer>, List<Integer>> same = new LinkedHashMap<>();
    for (int rank = 0; rank < ranks; rank++) {
      int of = rank;
      List<Integer> key = clusters.stream().map(byRank -> byRank[of]).toList();
      same.computeIfAbsent(key, k -> new ArrayList<>()).add(rank);
    }
    return same.values().stream()
        .map(list -> RankSet.ofSorted(list.stream().mapToInt(Integer::intValue).toArray()))
        .toList();
  }
}
