package org.foretell.structure.cluster.lead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.foretell.structure.cluster.grouping.Cluster;
import org.foretell.structure.cluster.grouping.Clustering;
import org.foretell.structure.cluster.signature.ParameterFunction;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.ReferenceSignatures;
import org.foretell.structure.cluster.signature.Signature;
import org.foretell.trace.Capability;
import org.foretell.trace.OpField;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;

/**
 * A trace in which the lead of each cluster represents all its ranks: with its ops in their order,
 * their sizes and bursts, and partners at the same distance.
 *
 * <p>Each rank keeps its own values where calls of several ranks must agree: communicators,
 * colours, keys, roots, sizes of collectives, requests. Partners and tags that differ are treated
 * as in {@link Partners}. So with {@link Partners#KEEP} and {@link Partners#SPLIT} each rank has
 * the same messages to and from the same ranks in the same order as before, and the trace finishes
 * if the original does; messages may differ in size.
 */
public final class LeadTrace {
  private final TraceSource source;
  private final RankSignatures signatures;
  private final Clustering clustering;
  private final Treatment treatment;
  private final Map<Cluster, Comparison> comparisons = new LinkedHashMap<>();
  private final Map<Cluster, KeptValues> kept = new LinkedHashMap<>();
  private final Map<Cluster, BurstHistograms> histograms = new LinkedHashMap<>();
  private final Map<Cluster, BurstOutliers> outliers = new LinkedHashMap<>();
  private final Outlines outlines;
  private final MatchingCount matching = new MatchingCount();

  /**
   * Compares ranks with their leads; takes time in proportion to the events that they execute.
   *
   * @param source stays open, and is needed until the trace is written
   * @param signatures of its ranks
   * @param clustering of its ranks
   * @param treatment of differences
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public LeadTrace(
      TraceSource source, RankSignatures signatures, Clustering clustering, Treatment treatment) {
    this.source = source;
    this.signatures = signatures;
    this.treatment = treatment;
    Durations durations = treatment.durations();
    this.clustering =
        treatment.partners() == Partners.SPLIT
            ? split(source, clustering, treatment.functions())
            : clustering;
    Set<Integer> leads = new TreeSet<>();
    this.clustering.clusters().forEach(cluster -> leads.add(cluster.lead()));
    outlines = Outlines.of(source, leads);
    for (Cluster cluster : this.clustering.clusters()) {
      Outline outline = outlines.outline(cluster.lead());
      Comparison comparison = new Comparison(source, cluster, outline, treatment.functions()).run();
      comparison.addTo(matching);
      addSignatures(cluster, matching);
      comparisons.put(cluster, comparison);
      if (durations == Durations.HISTOGRAM && cluster.ranks().size() > 1) {
        histograms.put(cluster, new BurstHistograms(source, cluster, outline));
      }
      if (durations == Durations.OUTLIERS && cluster.ranks().size() > 1) {
        outliers.put(
            cluster, new BurstOutliers(source, cluster, outline, treatment.durationTolerance()));
      }
      kept.put(
          cluster,
          KeptValues.of(source, cluster, outline, keptFields(comparison, outline), comparison));
    }
  }

  private List<List<OpField>> keptFields(Comparison comparison, Outline outline) {
    List<List<OpField>> fields = new ArrayList<>();
    for (int op = 0; op < outline.ops(); op++) {
      fields.add(comparison.kept(op, treatment.partners()));
    }
    return fields;
  }

  private void addSignatures(Cluster cluster, MatchingCount count) {
    cluster
        .ranks()
        .forEach(
            rank -> {
              boolean loops =
                  signatures.value(Signature.LOOP, rank)
                      == signatures.value(Signature.LOOP, cluster.lead());
              count.loop.add(loops ? 1 : 0, 1);
              boolean events = signatures.events(rank) == signatures.events(cluster.lead());
              count.events.add(events ? 1 : 0, 1);
            });
  }

  /** Divides clusters until all ranks of each have the partners and tags of their lead. */
  private static Clustering split(
      TraceSource source, Clustering clustering, List<ParameterFunction> functions) {
    ReferenceSignatures partners = ReferenceSignatures.ofPartners(source, functions);
    List<Cluster> parts = new ArrayList<>();
    for (Cluster cluster : clustering.clusters()) {
      Map<Long, List<Integer>> same = new LinkedHashMap<>();
      cluster
          .ranks()
          .forEach(
              rank ->
                  same.computeIfAbsent(partners.ofRank(rank), k -> new ArrayList<>()).add(rank));
      long ofLead = partners.ofRank(cluster.lead());
      same.forEach(
          (key, ranks) ->
              parts.add(
                  new Cluster(
                      key == ofLead ? cluster.lead() : ranks.get(0),
                      RankSet.ofSorted(ranks.stream().mapToInt(Integer::intValue).toArray()),
                      cluster.mainCluster())));
    }
    return new Clustering(
        parts, clustering.mainClusters(), clustering.format(), clustering.notes());
  }

  /** {@return the clusters: the given ones, or more if they had to be split} */
  public Clustering clustering() {
    return clustering;
  }

  /** {@return how much ranks have in common with their leads, before any differences are kept} */
  public Matching matching() {
    return matching.matching();
  }

  /** Adds what ranks have in common with their leads. */
  void addTo(MatchingCount count) {
    count.add(matching);
  }

  /** {@return how many numbers are kept besides the programs of leads} */
  public long keptNumbers() {
    return kept.values().stream().mapToLong(KeptValues::numbers).sum();
  }

  /** {@return how many bursts of ranks are kept} */
  public long keptBursts() {
    return outliers.values().stream().mapToLong(BurstOutliers::numbers).sum();
  }

  /**
   * Writes the trace.
   *
   * @param sink from {@code begin} to {@code end}; not closed
   * @throws org.foretell.trace.TraceException if the original is damaged
   */
  public void describe(TraceSink sink) {
    TraceInfo info = source.info();
    begin(
        source,
        String.format(
            Locale.US,
            "clustered: the programs of %,d ranks stand for those of all %,d",
            clustering.clusters().size(),
            info.ranks()),
        sink);
    defineHistograms(source.tables().histograms().size(), sink);
    boolean boundless = !isOfOneSize();
    for (Cluster cluster : clustering.clusters()) {
      sink.beginProgram(cluster.ranks());
      program(cluster, cluster.ranks(), boundless, sink);
      sink.endProgram();
    }
    sink.end();
  }

  /** Begins a trace with what another has but its programs, and one note more. */
  static void begin(TraceSource source, String note, TraceSink sink) {
    TraceInfo info = source.info();
    List<String> notes = new ArrayList<>(info.notes());
    notes.add(note);
    if (source.capabilities().contains(Capability.BURST_COUNTS)) {
      notes.add("what the processor counted during bursts was left out");
    }
    sink.begin(info.withNotes(notes));
    TraceTables tables = source.tables();
    for (int id = 0; id < tables.callSites().size(); id++) {
      sink.callSite(id, tables.callSites().get(id));
    }
    for (int id = 0; id < tables.markers().size(); id++) {
      sink.marker(id, tables.markers().get(id));
    }
    tables.communicators().forEach(sink::communicator);
    tables.histograms().forEach(sink::histogram);
  }

  /** Defines the histograms that programs draw from beside those of the original. */
  int defineHistograms(int first, TraceSink sink) {
    int next = first;
    for (BurstHistograms each : histograms.values()) {
      next = each.define(next, sink::histogram);
    }
    return next;
  }

  /** Whether no message of a rank differs in size from its lead's. */
  boolean isOfOneSize() {
    return comparisons.values().stream().allMatch(Comparison::isOfOneSize);
  }

  /** Writes the ops of a cluster as those of some of its ranks. */
  void program(Cluster cluster, RankSet some, boolean boundless, TraceSink sink) {
    LeadProgram program =
        new LeadProgram(
            cluster,
            some,
            source.info().ranks(),
            java.util.Objects.requireNonNull(comparisons.get(cluster)),
            java.util.Objects.requireNonNull(kept.get(cluster)),
            boundless,
            stretch(cluster),
            outlines.bursts(cluster.lead()),
            Optional.ofNullable(histograms.get(cluster)),
            Optional.ofNullable(outliers.get(cluster)),
            sink);
    source.describe(new OneProgram(cluster.lead(), program));
  }

  private double stretch(Cluster cluster) {
    long ofLead = signatures.computationPs(cluster.lead());
    if (treatment.durations() != Durations.MEAN || ofLead == 0) {
      return 1;
    }
    double[] sum = {0};
    cluster.ranks().forEach(rank -> sum[0] += signatures.computationPs(rank));
    return sum[0] / cluster.ranks().size() / ofLead;
  }
}
