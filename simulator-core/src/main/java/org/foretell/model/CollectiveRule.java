package org.foretell.model;

import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * One line of a decision table for collectives: for calls of this op and size, that algorithm.
 *
 * @param op in its blocking form
 * @param minRanks least number of members
 * @param maxRanks largest number of members
 * @param minBytes least size: the vector of a broadcast, reduction or scan; a block of a gather,
 *     scatter, allgather (the mean one of an allgatherv) or alltoall; the whole vector of a
 *     reduce_scatter; 0 in a barrier, and in a gatherv, scatterv and alltoallv, whose sizes not all
 *     members know
 * @param maxBytes largest size
 * @param powerOfTwo whether the number of members must be a power of two, must not, or null if it
 *     does not matter
 * @param algorithm name, as in {@code docs/collectives.md}
 * @param segmentBytes size of segments, 0 for the algorithm's own, {@link Long#MAX_VALUE} for one
 *     segment that is sent to all children at once
 * @param radix the {@code k} of a tree or dissemination, 0 for the algorithm's own
 */
public record CollectiveRule(
    OpCode op,
    int minRanks,
    int maxRanks,
    long minBytes,
    long maxBytes,
    @Nullable Boolean powerOfTwo,
    String algorithm,
    long segmentBytes,
    int radix) {}
