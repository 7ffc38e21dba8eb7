/** The source of a failure, of whatever class, and its message for users. */
@NullMarked
package org.foretell.failure.words;

import org.jspecify.annotations.NullMarked;
