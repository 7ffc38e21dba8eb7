package org.foretell.extrapolation;

/**
 * The law of the computation before a call.
 *
 * @param place the call
 * @param law for people
 * @param meanSeconds at the target
 * @param leastSeconds the least mean of all functions that fit about as well
 * @param mostSeconds the largest mean of these
 */
public record BurstEntry(
    String place, String law, double meanSeconds, double leastSeconds, double mostSeconds) {}
