/** Reads the output of Foretell's own tracer: a folder with a raw file for each rank of a run. */
@NullMarked
package org.foretell.parsers.raw;

import org.jspecify.annotations.NullMarked;
