/** Machine files, their schema, and the catalogue of real machines. */
@NullMarked
package org.foretell.machines;

import org.jspecify.annotations.NullMarked;
