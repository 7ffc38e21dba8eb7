/** What all generators of programs share. */
@NullMarked
package org.foretell.generators;

import org.jspecify.annotations.NullMarked;
