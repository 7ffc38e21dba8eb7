package org.foretell.study.decision;

/**
 * The worth of knowing a figure exactly before choosing.
 *
 * @param figure name of it
 * @param money expected saving over the life of the machine, in the currency of the study
 */
public record Worth(String figure, double money) {}
