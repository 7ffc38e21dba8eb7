package org.foretell.extrapolation.fit;

/**
 * The law of the bursts before a call.
 *
 * @param place the call, for people
 * @param law for people
 * @param meanSeconds at the target
 * @param leastSeconds of all functions that fit about as well
 * @param mostSeconds of all functions that fit about as well
 * @param inOneTrace whether a single trace has the call, so that nothing shows how the bursts grow
 */
public record BurstUse(
    String place,
    String law,
    double meanSeconds,
    double leastSeconds,
    double mostSeconds,
    boolean inOneTrace) {}
