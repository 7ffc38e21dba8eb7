/** The structure of a trace as a tree of loops, tests on ranks and calls. */
@NullMarked
package org.foretell.generators.program.tree;

import org.jspecify.annotations.NullMarked;
