/**
 * The discrete-event engine. {@link org.foretell.engine.Simulation} replays a trace; it implements
 * everything that MPI prescribes (matching, protocols, completion, membership of collectives), and
 * no costs.
 */
@NullMarked
package org.foretell.engine;

import org.jspecify.annotations.NullMarked;
