package org.foretell.machine;

import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * A line of a decision table for collectives: the algorithm for calls of an op in a range of sizes.
 *
 * @param op in its blocking form
 * @param minRanks least number of members, at least 1
 * @param maxRanks largest number of members
 * @param minBytes least size: the vector of a broadcast, reduction or scan; a block of a gather,
 *     scatter, allgather (the mean block of an allgatherv) or alltoall; the whole vector of a
 *     reduce_scatter; 0 in a barrier, and in a gatherv, scatterv and alltoallv, whose sizes not all
 *     members know
 * @param maxBytes largest size
 * @param powerOfTwo whether the number of members must be a power of two, must not, or null if it
 *     does not matter
 * @param algorithm its name and parameters, as in {@code docs/collectives.md}: {@code ring}, {@code
 *     pipeline/64KiB}
 */
public record CollectiveRule(
    OpCode op,
    int minRanks,
    int maxRanks,
    long minBytes,
    long maxBytes,
    @Nullable Boolean powerOfTwo,
    String algorithm) {
  /**
   * Creates a rule for calls of any size.
   *
   * @param op in its blocking form
   * @param algorithm its name and parameters
   */
  public CollectiveRule(OpCode op, String algorithm) {
    this(op, 1, Integer.MAX_VALUE, 0, Long.MAX_VALUE, null, algorithm);
  }

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a range is empty or begins too low
   */
  public CollectiveRule {
    if (minRanks < 1 || maxRanks < minRanks) {
      throw new IllegalArgumentException("from " + minRanks + " to " + maxRanks + " ranks");
    }
    if (minBytes < 0 || maxBytes < minBytes) {
      throw new IllegalArgumentException("from " + minBytes + " to " + maxBytes + " bytes");
    }
  }
}
