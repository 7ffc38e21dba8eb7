package org.foretell.trace;

/**
 * What the processor counted during a burst. The order is part of the native format and never
 * changes; new counters come last.
 */
public enum BurstCounter {
  /** Instructions that the program executed. */
  INSTRUCTIONS,
  /** Cycles of the core in which the thread ran. */
  CYCLES,
  /** Accesses that the last level of caches missed, each of which moves a line from memory. */
  CACHE_MISSES,
  /** Floating-point operations, where the processor counts them. */
  FLOPS
}
