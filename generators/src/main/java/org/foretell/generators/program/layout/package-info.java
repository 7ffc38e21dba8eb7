/** The lines of a program, shared between groups of ranks and divided into functions. */
@NullMarked
package org.foretell.generators.program.layout;

import org.jspecify.annotations.NullMarked;
