package org.foretell.classification.tree;

/**
 * What is known of one thing, and what it is.
 *
 * @param values one for each attribute, in their order; finite; not copied
 * @param label index of its class
 */
public record Example(double[] values, int label) {}
