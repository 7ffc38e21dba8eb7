/** Values that differ by rank or execution, as expressions in C. */
@NullMarked
package org.foretell.generators.program.value;

import org.jspecify.annotations.NullMarked;
