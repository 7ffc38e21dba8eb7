/** Task graphs of ranks on their way to a sink. */
@NullMarked
package org.foretell.parsers.graphs;

import org.jspecify.annotations.NullMarked;
