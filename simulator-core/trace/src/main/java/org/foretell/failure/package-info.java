/** The common superclass of exceptions: errors that callers can correct. */
@NullMarked
package org.foretell.failure;

import org.jspecify.annotations.NullMarked;
