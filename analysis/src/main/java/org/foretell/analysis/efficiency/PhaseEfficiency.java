package org.foretell.analysis.efficiency;

/**
 * The efficiencies of a phase, from the times of its ranks, including nested phases. Its run time
 * is the longest time that a rank spent in it.
 *
 * @param marker the phase
 * @param efficiency its efficiencies
 */
public record PhaseEfficiency(int marker, Efficiency efficiency) {}
