/** Laws for a whole program, and the trace that follows from them. */
@NullMarked
package org.foretell.extrapolation.fit;

import org.jspecify.annotations.NullMarked;
