/** Compressed files and archives, in which any trace may be. */
@NullMarked
package org.foretell.parsers.packed;

import org.jspecify.annotations.NullMarked;
