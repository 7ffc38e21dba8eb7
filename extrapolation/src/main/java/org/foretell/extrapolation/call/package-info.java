/** Traces in memory: calls, bursts, members of communicators. */
@NullMarked
package org.foretell.extrapolation.call;

import org.jspecify.annotations.NullMarked;
