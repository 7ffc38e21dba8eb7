/** Traces in which the leads of clusters represent all ranks. */
@NullMarked
package org.foretell.structure.cluster.lead;

import org.jspecify.annotations.NullMarked;
