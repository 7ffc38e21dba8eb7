/** Clusters of ranks, found from their signatures. */
@NullMarked
package org.foretell.structure.cluster.grouping;

import org.jspecify.annotations.NullMarked;
