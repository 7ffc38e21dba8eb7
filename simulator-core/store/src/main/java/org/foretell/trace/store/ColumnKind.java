package org.foretell.trace.store;

import org.foretell.trace.BurstCounter;

/** The kinds of columns that a rank may have. */
enum ColumnKind {
  DURATIONS(Format.BLOCK_COLUMN, "durations"),
  CALL_TIMES(Format.BLOCK_CALL_TIMES, "times of calls"),
  INSTRUCTIONS(Format.BLOCK_COUNTS, "counted instructions"),
  CYCLES(Format.BLOCK_COUNTS + 1, "counted cycles"),
  CACHE_MISSES(Format.BLOCK_COUNTS + 2, "counted cache misses"),
  FLOPS(Format.BLOCK_COUNTS + 3, "counted floating-point operations");

  private final int block;
  private final String words;

  ColumnKind(int block, String words) {
    this.block = block;
    this.words = words;
  }

  /** Of what a counter counted. */
  static ColumnKind of(BurstCounter counter) {
    return switch (counter) {
      case INSTRUCTIONS -> INSTRUCTIONS;
      case CYCLES -> CYCLES;
      case CACHE_MISSES -> CACHE_MISSES;
      case FLOPS -> FLOPS;
    };
  }

  /** Whether a type of blocks holds values of a column. */
  static boolean isColumn(int type) {
    for (ColumnKind kind : values()) {
      if (kind.block == type) {
        return true;
      }
    }
    return false;
  }

  /** The type of its blocks. */
  int block() {
    return block;
  }

  /** Its values, in the plural. */
  String words() {
    return words;
  }

  /** Whether a value for each burst is there, or for each call, rather than as the ops ask. */
  boolean isCounted() {
    return this != DURATIONS && this != CALL_TIMES;
  }

  /** A rank has another number of values than its program needs. */
  IllegalStateException mismatch(int rank, long expected, long found) {
    return new IllegalStateException(
        "rank "
            + rank
            + switch (this) {
              case DURATIONS ->
                  " takes " + expected + " durations from its column, but has " + found;
              case CALL_TIMES -> " makes " + expected + " calls, but has times for " + found;
              case INSTRUCTIONS, CYCLES, CACHE_MISSES, FLOPS ->
                  " runs " + expected + " bursts, but has " + words + " of " + found;
            });
  }
}
