package org.foretell.trace;

/**
 * What limits bursts, by what the processor counted during them.
 *
 * <p>The rule looks at how long the misses of the last level of caches would have taken if the core
 * had waited for each of them, one after the other, at {@link #CYCLES_OF_MISS} each. Processors
 * overlap misses, so bursts whose misses take {@link #LEAST_OF_MEMORY} of their cycles or more are
 * limited by memory, by its latency or by its bandwidth; and where misses take at most {@link
 * #MOST_OF_COMPUTE} of the cycles, they cannot explain the time. This share is the misses for each
 * instruction, times the instructions for each cycle, times the cycles of a miss.
 *
 * <p>{@link #CYCLES_OF_MISS} is the 96.4 ns of a local access on a server of 2.5 GHz (Molka,
 * Hackenberg, Schöne, Nagel: Cache Coherence Protocol and Memory Performance of the Intel
 * Haswell-EP Architecture, ICPP 2015, table 3); other servers need 200 to 300 cycles. The two
 * shares are choices of Foretell.
 */
public enum BurstKind {
  /** Limited by the core: its instructions, its units, its inner caches. */
  COMPUTE,
  /** Neither alone explains the time. */
  MIXED,
  /** Limited by memory. */
  MEMORY,
  /** Not all that the rule needs was counted. */
  UNKNOWN;

  /** Cycles that a core waits for a line from memory. */
  public static final double CYCLES_OF_MISS = 241;

  /** From this share of the cycles on, misses are what limits bursts. */
  public static final double LEAST_OF_MEMORY = 0.5;

  /** Up to this share of the cycles, misses do not limit bursts. */
  public static final double MOST_OF_COMPUTE = 0.2;

  /**
   * {@return the kind of bursts whose misses, one after the other, would take a share of the
   * cycles}
   *
   * @param share at least 0; NaN if not all is known
   */
  public static BurstKind ofShare(double share) {
    if (Double.isNaN(share)) {
      return UNKNOWN;
    }
    if (share >= LEAST_OF_MEMORY) {
      return MEMORY;
    }
    return share <= MOST_OF_COMPUTE ? COMPUTE : MIXED;
  }
}
