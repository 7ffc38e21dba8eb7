/** Runs that have a file for each rank. */
@NullMarked
package org.foretell.parsers.runs;

import org.jspecify.annotations.NullMarked;
