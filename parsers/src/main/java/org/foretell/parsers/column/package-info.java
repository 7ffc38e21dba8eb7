/** Columns of times that readers gather before a sink gets them. */
@NullMarked
package org.foretell.parsers.column;

import org.jspecify.annotations.NullMarked;
