/** The command sim explain. */
@NullMarked
package org.foretell.cli.explain;

import org.jspecify.annotations.NullMarked;
