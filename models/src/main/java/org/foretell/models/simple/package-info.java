/** Latency and bandwidth, without contention. */
@NullMarked
package org.foretell.models.simple;

import org.jspecify.annotations.NullMarked;
