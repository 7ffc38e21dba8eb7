/** Threads, memory and open traces that all replays of one job share. */
@NullMarked
package org.foretell.pool;

import org.jspecify.annotations.NullMarked;
