/** Repeats of repeats within the program of a rank. */
@NullMarked
package org.foretell.structure.fold;

import org.jspecify.annotations.NullMarked;
