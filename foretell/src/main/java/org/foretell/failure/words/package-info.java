/** Whose mistake a failure is, of whatever class, and what went wrong, in words for users. */
@NullMarked
package org.foretell.failure.words;

import org.jspecify.annotations.NullMarked;
