/** Ranks that are graphs of tasks. */
@NullMarked
package org.foretell.engine.graph;

import org.jspecify.annotations.NullMarked;
