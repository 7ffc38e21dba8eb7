/** Randomness: noise on computation and on the network, and the random streams behind it. */
@NullMarked
package org.foretell.models.noise;

import org.jspecify.annotations.NullMarked;
