package org.foretell.structure.cluster.signature;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;

/**
 * The signatures of all ranks of a trace. Immutable.
 *
 * <p>Different call paths are always distinguished: if sequences of events differ but have the same
 * exclusive or, a hash of the sequence replaces it ({@link #collisions}).
 */
public final class RankSignatures {
  private final long[][] values;
  private final long[] events;
  private final long[] computationPs;
  private final boolean withCallSites;
  private final int collisions;

  RankSignatures(RankTotals[] totals, long[] callPaths, long[] sequences, boolean withCallSites) {
    this.withCallSites = withCallSites;
    int ranks = totals.length;
    values = new long[Signature.values().length][ranks];
    events = new long[ranks];
    computationPs = new long[ranks];
    for (Signature signature : Signature.values()) {
      if (signature != Signature.CALL_PATH) {
        long[] ofRanks = values[signature.ordinal()];
        Arrays.setAll(ofRanks, rank -> totals[rank].value(signature));
      }
    }
    Arrays.setAll(events, rank -> totals[rank].events());
    Arrays.setAll(computationPs, rank -> totals[rank].computationPs());
    collisions = tellApart(callPaths, sequences, values[Signature.CALL_PATH.ordinal()]);
  }

  private static int tellApart(long[] callPaths, long[] sequences, long[] into) {
    Map<Long, Long> firstSequences = new HashMap<>();
    Set<Long> ambiguous = new HashSet<>();
    for (int rank = 0; rank < callPaths.length; rank++) {
      Long first = firstSequences.putIfAbsent(callPaths[rank], sequences[rank]);
      if (first != null && first != sequences[rank]) {
        ambiguous.add(callPaths[rank]);
      }
    }
    for (int rank = 0; rank < callPaths.length; rank++) {
      boolean shared = ambiguous.contains(callPaths[rank]);
      into[rank] = shared ? EventSequence.mixed(sequences[rank]) : callPaths[rank];
    }
    return ambiguous.size();
  }

  /**
   * Reads the signatures of a trace from its structure: a repeat takes the time of its body once,
   * unless counts of repeats, call sites or communicators vary between executions.
   *
   * @param source stays open
   * @param functions compute parameters that are then left out of signatures
   * @return signatures of all ranks
   * @throws IllegalArgumentException if the programs are task graphs
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static RankSignatures of(TraceSource source, List<ParameterFunction> functions) {
    SignatureReader reader = new SignatureReader(source, functions);
    reader.read();
    return new RankSignatures(
        reader.totals(), reader.callPaths(), reader.sequences(), reader.anyCallSite());
  }

  private RankSignatures(RankSignatures other, long[][] values) {
    this.values = values;
    events = other.events;
    computationPs = other.computationPs;
    withCallSites = other.withCallSites;
    collisions = other.collisions;
  }

  /**
   * {@return these signatures, but with those of the first rank of a set for all ranks of it}
   *
   * @param sets of ranks that no signature is to tell apart; no rank is in two of them
   */
  public RankSignatures withAlike(List<RankSet> sets) {
    long[][] shared = new long[values.length][];
    Arrays.setAll(shared, i -> values[i].clone());
    for (RankSet set : sets) {
      int[] ranks = set.toArray();
      for (long[] ofRanks : shared) {
        for (int rank : ranks) {
          ofRanks[rank] = ofRanks[ranks[0]];
        }
      }
    }
    return new RankSignatures(this, shared);
  }

  /** {@return the number of ranks} */
  public int ranks() {
    return events.length;
  }

  /**
   * {@return a signature of a rank}
   *
   * @param signature which
   * @param rank 0 to {@code ranks() - 1}
   */
  public long value(Signature signature, int rank) {
    return values[signature.ordinal()][rank];
  }

  /**
   * {@return the number of events of a rank: all ops but computation}
   *
   * @param rank 0 to {@code ranks() - 1}
   */
  public long events(int rank) {
    return events[rank];
  }

  /**
   * {@return the computation of a rank, bursts of known length only, picoseconds}
   *
   * @param rank 0 to {@code ranks() - 1}
   */
  public long computationPs(int rank) {
    return computationPs[rank];
  }

  /**
   * {@return whether events are distinguished by call site; if not, by op and kind of communicator}
   */
  public boolean withCallSites() {
    return withCallSites;
  }

  /** {@return how many call-path signatures belonged to several sequences of events} */
  public int collisions() {
    return collisions;
  }

  /** {@return the number of different call paths} */
  public int callPaths() {
    return (int) Arrays.stream(values[Signature.CALL_PATH.ordinal()]).distinct().count();
  }
}
