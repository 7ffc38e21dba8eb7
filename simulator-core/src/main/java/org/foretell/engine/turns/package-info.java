/** Ranks that take turns on the CPUs of their node, under bus-link models. */
@NullMarked
package org.foretell.engine.turns;

import org.jspecify.annotations.NullMarked;
