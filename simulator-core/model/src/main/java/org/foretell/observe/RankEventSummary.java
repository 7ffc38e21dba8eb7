package org.foretell.observe;

import org.foretell.trace.OpCode;

/**
 * All ops of one kind on one rank.
 *
 * @param rank world rank
 * @param code the kind
 * @param count how many, at least 1
 * @param timePs time in them, waiting included, picoseconds
 * @param waitPs the part of the time spent waiting for other ranks, picoseconds
 * @param bytes as in {@link EventSummary}; {@link Long#MAX_VALUE} if there are more
 */
public record RankEventSummary(
    int rank, OpCode code, long count, long timePs, long waitPs, long bytes) {
  /** {@return the mean time of an op, picoseconds} */
  public double meanTimePs() {
    return (double) timePs / count;
  }

  /** {@return the mean size of an op in bytes} */
  public double meanBytes() {
    return (double) bytes / count;
  }
}
