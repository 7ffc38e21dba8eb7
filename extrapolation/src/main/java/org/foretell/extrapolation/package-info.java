/** Traces for numbers of ranks that nobody traced, from two or more traces of one program. */
@NullMarked
package org.foretell.extrapolation;

import org.jspecify.annotations.NullMarked;
