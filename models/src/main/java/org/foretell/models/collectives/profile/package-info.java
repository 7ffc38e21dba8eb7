/** Which algorithm an MPI library chooses for a call. */
@NullMarked
package org.foretell.models.collectives.profile;

import org.jspecify.annotations.NullMarked;
