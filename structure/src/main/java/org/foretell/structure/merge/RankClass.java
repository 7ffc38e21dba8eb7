package org.foretell.structure.merge;

/**
 * Ranks with equal programs.
 *
 * @param ranks in the order of their set
 * @param body of the whole program
 * @param hasSpecials whether values depend on the rank in ways that are taken over as they are
 * @param leavesBurstsOut whether its body holds no bursts, and any op may have one before it
 */
public record RankClass(int[] ranks, int body, boolean hasSpecials, boolean leavesBurstsOut) {}
