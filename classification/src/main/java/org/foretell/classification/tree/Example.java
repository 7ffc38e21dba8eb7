package org.foretell.classification.tree;

/**
 * The attributes of an example, and its class.
 *
 * @param values one for each attribute, in their order; finite; not copied
 * @param label index of its class
 */
public record Example(double[] values, int label) {}
