/** Ops by number: equal ones have the same. */
@NullMarked
package org.foretell.structure.op;

import org.jspecify.annotations.NullMarked;
