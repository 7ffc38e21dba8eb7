/** Chakra execution traces of MLCommons. */
@NullMarked
package org.foretell.parsers.chakra;

import org.jspecify.annotations.NullMarked;
