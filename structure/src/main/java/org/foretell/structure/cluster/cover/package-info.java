/**
 * Traces of leads alone, in which each rank acts at all times like the ranks that it represents.
 */
@NullMarked
package org.foretell.structure.cluster.cover;

import org.jspecify.annotations.NullMarked;
