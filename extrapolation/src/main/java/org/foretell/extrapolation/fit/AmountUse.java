package org.foretell.extrapolation.fit;

import org.foretell.extrapolation.call.Amount;

/**
 * The law of what the bursts before a call do.
 *
 * @param place the call, for people
 * @param amount that follows it
 * @param law for people
 * @param mean at the target
 */
public record AmountUse(String place, Amount amount, String law, double mean) {}
