package org.foretell.analysis.efficiency;

import java.util.OptionalLong;

/**
 * How long the program takes at a rung.
 *
 * @param rung what is idealised
 * @param timePs picoseconds; empty if the program does not come to its end there
 */
public record RungTime(Rung rung, OptionalLong timePs) {}
