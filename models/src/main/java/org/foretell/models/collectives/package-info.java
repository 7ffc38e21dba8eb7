/**
 * The algorithms of collectives as schedules of messages, and the decision tables of MPI libraries
 * that choose among them.
 *
 * <p>Every algorithm is a {@link org.foretell.models.collectives.pattern.Pattern}: the steps of one
 * place in a team, computed by closed formulas from the step's number.
 */
@NullMarked
package org.foretell.models.collectives;

import org.jspecify.annotations.NullMarked;
