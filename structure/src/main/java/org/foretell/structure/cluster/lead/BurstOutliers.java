package org.foretell.structure.cluster.lead;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.cluster.grouping.Cluster;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;

/**
 * Bursts of ranks that are too far from those of their lead to be left to it: the largest
 * differences, so many that the others add up to a share of what the rank computes.
 */
final class BurstOutliers {
  private static final int BINS_PER_OCTAVE = 8;

  private final TraceSource source;
  private final Cluster cluster;
  private final Outline outline;
  private final double tolerance;

  /** For each op the cycles of ranks that have other bursts than the lead. */
  private final Int2ObjectOpenHashMap<Map<Integer, Sequence>> byOp = new Int2ObjectOpenHashMap<>();

  private long numbers;

  /** Takes a burst of the lead, and what a rank has in its place. */
  private interface Taker {
    void take(int op, long leadPs, long ownPs);
  }

  BurstOutliers(TraceSource source, Cluster cluster, Outline outline, double tolerance) {
    this.source = source;
    this.cluster = cluster;
    this.outline = outline;
    this.tolerance = tolerance;
    cluster
        .ranks()
        .forEach(
            rank -> {
              if (rank != cluster.lead()) {
                read(rank);
              }
            });
  }

  private void read(int rank) {
    double[] sums = new double[(Long.SIZE + 1) * BINS_PER_OCTAVE];
    double[] total = {0};
    walk(
        rank,
        (op, leadPs, ownPs) -> {
          long difference = Math.abs(ownPs - leadPs);
          sums[bin(difference)] += difference;
          total[0] += ownPs;
        });
    int least = 0;
    double left = 0;
    while (least < sums.length && left + sums[least] <= tolerance * total[0]) {
      left += sums[least++];
    }
    int firstKept = least;
    BitSet kept = new BitSet();
    walk(
        rank,
        (op, leadPs, ownPs) -> {
          if (leadPs != ownPs && bin(Math.abs(ownPs - leadPs)) >= firstKept) {
            kept.set(op);
          }
        });
    if (kept.isEmpty()) {
      return;
    }
    long[] value = new long[1];
    walk(
        rank,
        (op, leadPs, ownPs) -> {
          if (kept.get(op)) {
            boolean own = bin(Math.abs(ownPs - leadPs)) >= firstKept;
            numbers += own ? 1 : 0;
            value[0] = own ? ownPs : leadPs;
            byOp.computeIfAbsent(op, key -> new LinkedHashMap<>())
                .computeIfAbsent(rank, key -> new Sequence(1))
                .add(value);
          }
        });
  }

  private static int bin(long differencePs) {
    if (differencePs == 0) {
      return 0;
    }
    int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(differencePs);
    double within = differencePs / Math.scalb(1.0, octave) - 1;
    return 1
        + octave * BINS_PER_OCTAVE
        + (int) Math.min(within * BINS_PER_OCTAVE, BINS_PER_OCTAVE - 1);
  }

  /** Goes through the bursts of the lead, between two events those of the rank in their order. */
  private void walk(int rank, Taker taker) {
    OutlineCursor ops = new OutlineCursor(outline, cluster.lead());
    IntArrayList bursts = new IntArrayList();
    LongArrayList leadPs = new LongArrayList();
    LongArrayList ownPs = new LongArrayList();
    OpView view = new OpView();
    try (RankCursor lead = source.open(cluster.lead());
        RankCursor own = source.open(rank)) {
      boolean more = true;
      long carriedPs = 0;
      while (more) {
        more = nextEvent(lead, view, leadPs);
        nextEvent(own, view, ownPs);
        int op = ops.next();
        while (op >= 0 && ops.kind() != Outline.EVENT) {
          bursts.add(op);
          op = ops.next();
        }
        carriedPs = give(bursts, leadPs, ownPs, carriedPs, taker);
        bursts.clear();
        leadPs.clear();
        ownPs.clear();
      }
    }
  }

  private static boolean nextEvent(RankCursor cursor, OpView view, LongArrayList burstsPs) {
    while (cursor.next(view)) {
      if (view.code().family() != OpCode.Family.COMPUTE) {
        return true;
      }
      burstsPs.add(view.durationPs());
    }
    return false;
  }

  /**
   * Bursts of a rank beyond those of the lead there are added to the last of these; where the lead
   * has none, to the next that it has.
   *
   * @param carriedPs what is still to be added
   * @return what is still to be added then
   */
  private static long give(
      IntArrayList bursts, LongArrayList leadPs, LongArrayList ownPs, long carriedPs, Taker taker) {
    long left = carriedPs;
    for (int i = bursts.size(); i < ownPs.size(); i++) {
      left += ownPs.getLong(i);
    }
    for (int i = 0; i < bursts.size(); i++) {
      long own = i < ownPs.size() ? ownPs.getLong(i) : 0;
      if (i == bursts.size() - 1) {
        own += left;
        left = 0;
      }
      taker.take(bursts.getInt(i), i < leadPs.size() ? leadPs.getLong(i) : 0, own);
    }
    return left;
  }

  /** How many bursts are kept. */
  long numbers() {
    return numbers;
  }

  /** The durations of an op for all ranks, given those of the lead. */
  Values values(int op, Values ofLead) {
    Map<Integer, Sequence> own = byOp.get(op);
    if (own == null) {
      return ofLead;
    }
    Map<List<Long>, List<Integer>> same = new LinkedHashMap<>();
    List<Integer> others = new ArrayList<>();
    cluster
        .ranks()
        .forEach(
            rank -> {
              Sequence sequence = own.get(rank);
              if (sequence == null) {
                others.add(rank);
              } else {
                List<Long> cycle = java.util.Arrays.stream(sequence.cycle()).boxed().toList();
                same.computeIfAbsent(cycle, key -> new ArrayList<>()).add(rank);
              }
            });
    List<Values.Scope> scopes = new ArrayList<>();
    // The lead itself is always among the others.
    scopes.add(new Values.Scope(set(others), ofLead));
    same.forEach(
        (cycle, ranks) ->
            scopes.add(
                new Values.Scope(
                    set(ranks),
                    cycle.size() == 1
                        ? new Values.Constant(cycle.get(0))
                        : new Values.Cyclic(cycle.stream().mapToLong(Long::longValue).toArray()))));
    return new Values.Scoped(scopes);
  }

  private static RankSet set(List<Integer> ranks) {
    return RankSet.ofSorted(ranks.stream().mapToInt(Integer::intValue).toArray());
  }
}
