package org.foretell.structure.cluster.online;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import org.foretell.structure.Compression;
import org.foretell.structure.DurationRule;
import org.foretell.structure.cluster.grouping.Acurdion;
import org.foretell.structure.cluster.grouping.CallPathDivision;
import org.foretell.structure.cluster.grouping.Clustering;
import org.foretell.structure.cluster.lead.LeadTrace;
import org.foretell.structure.cluster.lead.PhasedLeadTrace;
import org.foretell.structure.cluster.lead.Treatment;
import org.foretell.structure.cluster.signature.IntervalPath;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.Signature;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.jspecify.annotations.Nullable;

/**
 * Chameleon: clusters that are found while a program is recorded, and again at each phase change
 * (A. Bahmani, "Scalable Clustering Techniques for MPI Traces", chapter 5). Here a recorded program
 * is processed as if it were running.
 *
 * <p>At each marker all ranks vote whether they repeated their previous interval, and the
 * transition graph decides what follows. Ranks are distinguished by call path, mean source and mean
 * destination, K over the number of call paths from each call path. Takes time in proportion to the
 * events that all ranks execute, and memory to the compressed trace.
 */
public final class Chameleon {
  private static final Set<Signature> COMPARED =
      EnumSet.of(Signature.CALL_PATH, Signature.SRC, Signature.DEST);

  private final Markers markers;
  private final Options options;
  private final Treatment treatment;
  private final TraceSource source;
  private final int ranks;
  private final PhasedLeadTrace online;
  private final List<Phase> phases = new ArrayList<>();
  private boolean callSites;
  private int collisions;

  /**
   * The options.
   *
   * @param clusters maximum number of clusters of a phase; empty for nine, or as many as there are
   *     call paths
   * @param selection how clusters are selected; its number of clusters and steps are ignored
   * @param every which markers are used: each n-th, at least 1
   */
  public record Options(OptionalInt clusters, Acurdion.Options selection, int every) {
    /** Checks the distance of markers. */
    public Options {
      if (every < 1) {
        throw new IllegalArgumentException(
            "every how many markers ranks vote must be at least 1, but is " + every);
      }
    }
  }

  /** Intervals that are given at once. */
  private record Piece(MarkerState state, int first, int markers, boolean toEnd) {}

  private final int[] states = new int[MarkerState.values().length];

  /**
   * Prepares to process a trace.
   *
   * @param markers of the trace, which stays open until the online trace is written
   * @param options the options
   * @param treatment of differences between ranks and their leads
   */
  public Chameleon(Markers markers, Options options, Treatment treatment) {
    this.markers = markers;
    this.options = options;
    this.treatment = treatment;
    source = markers.source();
    ranks = source.info().ranks();
    online = new PhasedLeadTrace(source);
  }

  /**
   * Processes the trace, once.
   *
   * @return the clusters
   * @throws IllegalArgumentException if ranks do not reach markers equally often, there are none,
   *     or there are more call paths than clusters; the message is for users
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public OnlineClustering run() {
    BitSet changed = new BitSet();
    long found = vote(changed);
    int calls = Math.toIntExact(found / options.every());
    List<Piece> pieces = pieces(calls, changed);
    List<IntervalCursor> cursors = new ArrayList<>();
    try {
      for (int rank = 0; rank < ranks; rank++) {
        cursors.add(markers.open(rank, options.every()));
      }
      Clustering clusters = null;
      for (Piece piece : pieces) {
        clusters = give(piece, cursors, clusters);
      }
    } finally {
      cursors.forEach(IntervalCursor::close);
    }
    return new OnlineClustering(
        markers.toString(),
        found,
        calls,
        states[MarkerState.ALL_TRACING.ordinal()],
        states[MarkerState.CLUSTERING.ordinal()],
        states[MarkerState.LEAD.ordinal()],
        phases,
        callSites,
        collisions);
  }

  /** {@return the online trace, once it is complete} */
  public PhasedLeadTrace online() {
    return online;
  }

  /** Reads all ranks; returns how many markers they come to, and says where any rank changes. */
  private long vote(BitSet changed) {
    IntervalPath path = new IntervalPath(source);
    long found = -1;
    for (int rank = 0; rank < ranks; rank++) {
      path.begin();
      int interval = 0;
      try (IntervalCursor cursor = markers.open(rank, options.every())) {
        while (!cursor.isFinished()) {
          while (cursor.next()) {
            path.add(cursor.op());
          }
          if (!cursor.isFinished() && path.end()) {
            changed.set(interval);
          }
          interval++;
        }
        if (found >= 0 && cursor.markers() != found) {
          throw new IllegalArgumentException(
              String.format(
                  Locale.US,
                  "rank 0 comes to %,d markers (%s), but rank %d to %,d; a marker is what all ranks"
                      + " come to equally often, so name another",
                  found,
                  markers,
                  rank,
                  cursor.markers()));
        }
        found = cursor.markers();
      }
    }
    if (found < options.every()) {
      throw new IllegalArgumentException(
          found == 0
              ? "the ranks come to no marker (" + markers + "); name another"
              : String.format(
                  Locale.US,
                  "the ranks come to %,d markers (%s), so each %,d-th would never come",
                  found,
                  markers,
                  options.every()));
    }
    return found;
  }

  /** Which intervals are given together. */
  private List<Piece> pieces(int calls, BitSet changed) {
    List<Piece> pieces = new ArrayList<>();
    TransitionGraph graph = new TransitionGraph();
    MarkerState before = MarkerState.ALL_TRACING;
    int from = 0;
    for (int marker = 0; marker < calls; marker++) {
      MarkerState state = graph.next(changed.get(marker));
      states[state.ordinal()]++;
      boolean leadsEnd = before == MarkerState.LEAD && state != MarkerState.LEAD;
      if (state == MarkerState.CLUSTERING || leadsEnd) {
        MarkerState given = leadsEnd ? MarkerState.LEAD : state;
        pieces.add(new Piece(given, from, marker + 1 - from, false));
        from = marker + 1;
      }
      before = state;
    }
    if (before == MarkerState.LEAD) {
      pieces.add(new Piece(MarkerState.LEAD, from, calls - from, false));
      from = calls;
    }
    pieces.add(new Piece(MarkerState.FINAL, from, calls - from, true));
    return pieces;
  }

  private Clustering give(Piece piece, List<IntervalCursor> cursors, @Nullable Clustering before) {
    TraceSource recorded = recorded(piece, cursors);
    RankSignatures signatures = RankSignatures.of(recorded, treatment.functions());
    callSites |= signatures.withCallSites();
    collisions += signatures.collisions();
    boolean reuses = piece.state() == MarkerState.LEAD;
    Clustering clusters =
        reuses
            ? CallPathDivision.divide(java.util.Objects.requireNonNull(before), signatures)
            : cluster(signatures);
    boolean divided =
        reuses
            && clusters.clusters().size()
                > java.util.Objects.requireNonNull(before).clusters().size();
    LeadTrace leads = new LeadTrace(recorded, signatures, clusters, treatment);
    online.add(leads);
    phases.add(
        new Phase(piece.state(), piece.first(), piece.markers(), divided, leads.clustering()));
    return clusters;
  }

  private Clustering cluster(RankSignatures signatures) {
    Acurdion.Options how = options.selection();
    int most = options.clusters().orElseGet(() -> Acurdion.usualClusters(signatures));
    return Acurdion.cluster(
        signatures,
        new Acurdion.Options(most, how.selection(), how.metric(), true, how.seed()),
        COMPARED);
  }

  /** What all ranks do in some intervals, compressed. */
  private TraceSource recorded(Piece piece, List<IntervalCursor> cursors) {
    MemoryTrace flat;
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      IntervalRecorder recorder = new IntervalRecorder(source, builder);
      for (int rank = 0; rank < ranks; rank++) {
        recorder.begin(rank);
        IntervalCursor cursor = cursors.get(rank);
        for (int i = 0; i < piece.markers(); i++) {
          recorder.record(cursor);
        }
        if (piece.toEnd()) {
          recorder.record(cursor);
        }
        recorder.end();
      }
      builder.end();
      flat = builder.build();
    }
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      Compression.compress(flat, builder, DurationRule.EXACT);
      return builder.build();
    }
  }
}
