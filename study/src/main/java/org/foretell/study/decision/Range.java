package org.foretell.study.decision;

/**
 * A value, and the interval that holds the share of the draws that the study asks for.
 *
 * @param value as the study states its figures
 * @param low lower end
 * @param high upper end
 */
public record Range(double value, double low, double high) {}
