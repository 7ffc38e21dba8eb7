/** Reads DUMPI traces, a file for each rank of a run of MPI. */
@NullMarked
package org.foretell.parsers.dumpi;

import org.jspecify.annotations.NullMarked;
