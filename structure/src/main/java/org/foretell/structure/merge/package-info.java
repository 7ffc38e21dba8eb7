/** Programs that ranks have in common, with values that differ by rank. */
@NullMarked
package org.foretell.structure.merge;

import org.jspecify.annotations.NullMarked;
