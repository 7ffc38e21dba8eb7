package org.foretell.study.decision;

/**
 * A value of one figure at which the first place changes, with all others as in the study.
 *
 * @param figure name of it
 * @param stated its value in the study
 * @param at value at which the first place changes
 * @param from least value that was tried
 * @param to greatest value that was tried
 * @param first offer that is first at the stated value
 * @param then offer that is first beyond
 * @param isWithinBounds whether the value lies within the bounds that the study states
 */
public record FlipPoint(
    String figure,
    double stated,
    double at,
    double from,
    double to,
    String first,
    String then,
    boolean isWithinBounds) {}
