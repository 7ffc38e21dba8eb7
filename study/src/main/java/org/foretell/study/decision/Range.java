package org.foretell.study.decision;

/**
 * A value, and the interval that holds the share of the draws that the study asks for.
 *
 * @param value as the study states its figures
 * @param mean of the draws
 * @param low lower end
 * @param high upper end
 */
public record Range(double value, double mean, double low, double high) {}
