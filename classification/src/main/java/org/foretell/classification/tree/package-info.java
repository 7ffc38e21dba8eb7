/** Decision trees: grown, pruned, tested, and written as rules. */
@org.jspecify.annotations.NullMarked
package org.foretell.classification.tree;
