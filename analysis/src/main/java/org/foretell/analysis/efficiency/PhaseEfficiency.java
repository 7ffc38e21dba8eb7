package org.foretell.analysis.efficiency;

/**
 * The efficiencies of a phase, by the times of the ranks that were in it, phases within it
 * included. Its run time is that of the rank that spent most in it.
 *
 * @param marker the phase
 * @param efficiency its efficiencies
 */
public record PhaseEfficiency(int marker, Efficiency efficiency) {}
