/**
 * Traces of leads alone, in which each rank does at each moment what the ranks it stands for do.
 */
@NullMarked
package org.foretell.structure.cluster.cover;

import org.jspecify.annotations.NullMarked;
