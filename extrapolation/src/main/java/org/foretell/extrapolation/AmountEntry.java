package org.foretell.extrapolation;

/**
 * The law of what the computation before a call does, besides taking time.
 *
 * @param place the call
 * @param unit what is counted: flops, bytes, instructions, cycles, cache misses or counted flops
 * @param law for people
 * @param mean at the target
 */
public record AmountEntry(String place, String unit, String law, double mean) {}
