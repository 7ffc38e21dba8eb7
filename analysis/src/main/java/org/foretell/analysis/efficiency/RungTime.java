package org.foretell.analysis.efficiency;

import java.util.OptionalLong;

/**
 * How long the program takes at a rung.
 *
 * @param rung the idealisations
 * @param timePs picoseconds; empty if the program does not finish there
 */
public record RungTime(Rung rung, OptionalLong timePs) {}
