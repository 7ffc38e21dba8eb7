package org.foretell.generators.synthetic;

/**
 * Counts of a synthetic trace, over all ranks and steps.
 *
 * @param operations executed ops, bursts included
 * @param messages messages and puts from rank to rank, without those of collectives
 * @param messageBytes bytes of these messages
 * @param collectiveCalls calls of collectives, one for each member
 * @param longestComputationPs computation of the rank that computes longest
 */
public record SyntheticTotals(
    long operations,
    long messages,
    long messageBytes,
    long collectiveCalls,
    long longestComputationPs) {}
