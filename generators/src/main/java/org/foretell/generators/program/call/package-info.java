/** Ops as calls of MPI or OpenSHMEM. */
@NullMarked
package org.foretell.generators.program.call;

import org.jspecify.annotations.NullMarked;
