/** The one family of exceptions: what callers can put right. */
@NullMarked
package org.foretell.failure;

import org.jspecify.annotations.NullMarked;
