/**
 * Reads traces of liballprof, the tracer of LogGOPSim: a text file for each rank of a run of MPI.
 */
@NullMarked
package org.foretell.parsers.liballprof;

import org.jspecify.annotations.NullMarked;
