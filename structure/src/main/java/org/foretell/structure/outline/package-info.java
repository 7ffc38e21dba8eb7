/** The structure of a program, in lines: runs and frequent pairs of ops, with their times. */
@NullMarked
package org.foretell.structure.outline;

import org.jspecify.annotations.NullMarked;
