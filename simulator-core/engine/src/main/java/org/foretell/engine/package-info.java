/**
 * The discrete-event engine. {@link org.foretell.engine.Simulation} replays a trace; everything
 * that MPI prescribes (matching, protocols, completion, membership of collectives) lives here, and
 * no cost does.
 */
@NullMarked
package org.foretell.engine;

import org.jspecify.annotations.NullMarked;
