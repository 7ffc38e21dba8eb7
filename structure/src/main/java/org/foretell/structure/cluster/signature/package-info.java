/** The behaviour of ranks, in a few numbers each, for comparing them. */
@NullMarked
package org.foretell.structure.cluster.signature;

import org.jspecify.annotations.NullMarked;
