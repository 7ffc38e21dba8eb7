/** Streams of random numbers, one for each rank, that do not depend on each other. */
@NullMarked
package org.foretell.models.random;

import org.jspecify.annotations.NullMarked;
