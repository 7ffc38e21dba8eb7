package org.foretell.extrapolation.fit;

import org.foretell.extrapolation.law.Law;

/**
 * What a law governs.
 *
 * @param place the call or loop, for people
 * @param what the value that follows it
 * @param law the law
 */
public record LawUse(String place, String what, Law law) {}
