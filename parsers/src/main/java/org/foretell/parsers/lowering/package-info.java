/** Collectives of task graphs as messages between their members. */
@NullMarked
package org.foretell.parsers.lowering;

import org.jspecify.annotations.NullMarked;
