/** Common parts of the generators of programs. */
@NullMarked
package org.foretell.generators;

import org.jspecify.annotations.NullMarked;
