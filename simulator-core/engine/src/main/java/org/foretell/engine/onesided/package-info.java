/** One-sided messages: their contexts, fences, variables and locks. */
@NullMarked
package org.foretell.engine.onesided;

import org.jspecify.annotations.NullMarked;
