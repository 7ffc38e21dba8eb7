package org.foretell.trace;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums of what the processor counted during the bursts of a call site, all ranks together. Only
 * bursts count of which instructions, cycles and cache misses are all known.
 *
 * @param bursts how many were counted; 0 if none was
 * @param timePs their traced time in picoseconds
 * @param instructions that they executed
 * @param cycles that they took
 * @param cacheMisses of the last level of caches
 * @param flops floating-point operations; NaN unless those of each counted burst are known
 */
public record CountedBursts(
    long bursts,
    double timePs,
    double instructions,
    double cycles,
    double cacheMisses,
    double flops) {
  private static final CountedBursts NONE = new CountedBursts(0, 0, 0, 0, 0, 0);

  /**
   * Reads all ranks of a trace once.
   *
   * @param trace of sequences of ops
   * @return by number of the call site, {@link OpView#NONE} for bursts without one; empty if the
   *     trace has no counts
   * @throws TraceException if the trace is damaged
   */
  public static SortedMap<Integer, CountedBursts> of(TraceSource trace) {
    if (!trace.capabilities().contains(Capability.BURST_COUNTS)) {
      return Collections.emptySortedMap();
    }
    SortedMap<Integer, CountedBursts> sums = new TreeMap<>();
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      BurstCounts counts = trace.counts(rank).orElse(null);
      if (counts != null) {
        add(trace, rank, counts, sums);
      }
    }
    return Collections.unmodifiableSortedMap(sums);
  }

  private static void add(
      TraceSource trace, int rank, BurstCounts counts, Map<Integer, CountedBursts> sums) {
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        if (op.code() == OpCode.COMPUTE) {
          counts.next();
          CountedBursts before = sums.getOrDefault(op.callSite(), NONE);
          sums.put(op.callSite(), before.plus(durationPs(op, trace), counts));
        }
      }
    }
  }

  private static long durationPs(OpView op, TraceSource trace) {
    return op.histogram() == OpView.NONE
        ? op.durationPs()
        : trace.tables().histograms().get(op.histogram()).meanPs();
  }

  private CountedBursts plus(long morePs, BurstCounts counts) {
    long moreInstructions = counts.get(BurstCounter.INSTRUCTIONS);
    long moreCycles = counts.get(BurstCounter.CYCLES);
    long moreMisses = counts.get(BurstCounter.CACHE_MISSES);
    if (moreInstructions < 0 || moreCycles < 0 || moreMisses < 0) {
      return this;
    }
    long moreFlops = counts.get(BurstCounter.FLOPS);
    return new CountedBursts(
        bursts + 1,
        timePs + morePs,
        instructions + moreInstructions,
        cycles + moreCycles,
        cacheMisses + moreMisses,
        moreFlops < 0 ? Double.NaN : flops + moreFlops);
  }

  /** {@return instructions for each cycle; NaN if no cycle was counted} */
  public double instructionsPerCycle() {
    return instructions / cycles;
  }

  /** {@return cache misses for each thousand instructions; NaN if no instruction was counted} */
  public double missesPerThousandInstructions() {
    return 1000 * cacheMisses / instructions;
  }

  /**
   * {@return the share of the cycles that the cache misses would take one after the other, which
   * may exceed 1; NaN if no cycle was counted}
   */
  public double shareOfMisses() {
    return cacheMisses * BurstKind.CYCLES_OF_MISS / cycles;
  }

  /**
   * {@return floating-point operations for each byte that the misses moved; NaN if either is
   * unknown, infinite without misses}
   *
   * @param cacheLineBytes moved by each miss, 0 if unknown
   */
  public double flopsPerByte(int cacheLineBytes) {
    return cacheLineBytes == 0 ? Double.NaN : flops / (cacheMisses * cacheLineBytes);
  }

  /** {@return what limits these bursts} */
  public BurstKind kind() {
    return BurstKind.ofShare(shareOfMisses());
  }
}
