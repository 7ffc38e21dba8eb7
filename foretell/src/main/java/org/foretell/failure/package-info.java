/** What callers can put right, and whose mistake a failure is. */
@NullMarked
package org.foretell.failure;

import org.jspecify.annotations.NullMarked;
