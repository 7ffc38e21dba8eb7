/** Observers of a replay, and the standard statistics. */
@NullMarked
package org.foretell.observe;

import org.jspecify.annotations.NullMarked;
