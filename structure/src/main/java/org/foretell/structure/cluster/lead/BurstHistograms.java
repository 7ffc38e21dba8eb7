package org.foretell.structure.cluster.lead;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.foretell.structure.cluster.grouping.Cluster;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * How long the bursts of all ranks of a cluster are, as histograms: one for each pair of calls
 * between which the lead computes, calls being alike that have the same op, call site,
 * communicator, size and distance. Without them all ranks of a cluster would be early and late
 * together, and never wait for each other.
 */
final class BurstHistograms {
  /** Bins between a duration and twice as much. */
  private static final int BINS_PER_OCTAVE = 8;

  private static final long FIRST = -1;

  /** The class of bursts that each op belongs to; 0 if it is no burst. */
  private final long[] classes;

  /** What kind of call each op is. */
  private final long[] calls;

  private final Long2ObjectLinkedOpenHashMap<Bins> byClass = new Long2ObjectLinkedOpenHashMap<>();

  /** The bursts of one class. */
  private static final class Bins {
    private final long[] counts = new long[(Long.SIZE + 1) * BINS_PER_OCTAVE];
    private final long[] sums = new long[counts.length];
    private final long[] least = new long[counts.length];
    private final long[] most = new long[counts.length];
    int id = -1;

    void add(long durationPs) {
      int bin = bin(durationPs);
      least[bin] = counts[bin] == 0 ? durationPs : Math.min(least[bin], durationPs);
      most[bin] = Math.max(most[bin], durationPs);
      counts[bin]++;
      sums[bin] += durationPs;
    }

    private static int bin(long durationPs) {
      if (durationPs == 0) {
        return 0;
      }
      int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(durationPs);
      double within = durationPs / Math.scalb(1.0, octave) - 1;
      return 1
          + octave * BINS_PER_OCTAVE
          + (int) Math.min(within * BINS_PER_OCTAVE, BINS_PER_OCTAVE - 1);
    }

    DurationHistogram histogram() {
      List<DurationHistogram.Bin> bins = new ArrayList<>();
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0) {
          long mean = least[i] + Math.round((double) (sums[i] - least[i] * counts[i]) / counts[i]);
          bins.add(
              new DurationHistogram.Bin(
                  counts[i], least[i], Math.min(Math.max(mean, least[i]), most[i]), most[i]));
        }
      }
      return new DurationHistogram(id, bins);
    }
  }

  BurstHistograms(TraceSource source, Cluster cluster, Outline outline) {
    classes = new long[outline.ops()];
    calls = new long[outline.ops()];
    readCalls(source, cluster.lead(), outline);
    readClasses(cluster.lead(), outline);
    cluster
        .ranks()
        .forEach(rank -> readBursts(source, rank, new OutlineCursor(outline, cluster.lead())));
  }

  private void readCalls(TraceSource source, int lead, Outline outline) {
    OpView view = new OpView();
    OutlineCursor ops = new OutlineCursor(outline, lead);
    long ranks = source.info().ranks();
    try (RankCursor cursor = source.open(lead)) {
      while (Comparison.nextEvent(cursor, view)) {
        int op = ops.nextEvent();
        if (calls[op] == 0) {
          long key = mixed(view.code().id() + 1, view.callSite());
          key = mixed(mixed(key, view.communicator()), view.bytes());
          long partner = view.peer() < 0 ? view.peer() : Math.floorMod(view.peer() - lead, ranks);
          calls[op] = mixed(key, view.code().has(OpField.PEER) ? partner : 0) | 1;
        }
      }
    }
  }

  private void readClasses(int lead, Outline outline) {
    OutlineCursor ops = new OutlineCursor(outline, lead);
    List<Integer> bursts = new ArrayList<>();
    long before = FIRST;
    for (int op = ops.next(); op >= 0; op = ops.next()) {
      if (ops.kind() == Outline.EVENT) {
        classify(bursts, before, calls[op]);
        before = calls[op];
      } else {
        bursts.add(op);
      }
    }
    classify(bursts, before, FIRST);
  }

  private void classify(List<Integer> bursts, long before, long after) {
    for (int i = 0; i < bursts.size(); i++) {
      int op = bursts.get(i);
      if (classes[op] == 0) {
        classes[op] = key(before, after, i);
      }
    }
    bursts.clear();
  }

  private void readBursts(TraceSource source, int rank, OutlineCursor ops) {
    OpView view = new OpView();
    LongArrayList bursts = new LongArrayList();
    long before = FIRST;
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(view)) {
        if (view.code().family() == OpCode.Family.COMPUTE) {
          bursts.add(view.durationPs());
        } else {
          long after = calls[ops.nextEvent()];
          count(bursts, before, after);
          before = after;
        }
      }
    }
    count(bursts, before, FIRST);
  }

  private void count(LongArrayList bursts, long before, long after) {
    for (int i = 0; i < bursts.size(); i++) {
      byClass.computeIfAbsent(key(before, after, i), key -> new Bins()).add(bursts.getLong(i));
    }
    bursts.clear();
  }

  private static long key(long before, long after, int index) {
    return mixed(mixed(before, after), index) | 1;
  }

  private static long mixed(long hash, long value) {
    long z = (hash ^ (value * 0x9E37_79B9_7F4A_7C15L)) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Numbers the histograms and hands them on.
   *
   * @param first id of the first
   * @return the id after the last
   */
  int define(int first, Consumer<DurationHistogram> sink) {
    int next = first;
    for (Bins bins : byClass.values()) {
      bins.id = next++;
      sink.accept(bins.histogram());
    }
    return next;
  }

  /** The histogram of a burst, -1 if it has none. */
  int ofOp(int op) {
    Bins bins = byClass.get(classes[op]);
    return bins == null ? -1 : bins.id;
  }
}
