/** The command that extrapolates traces to other numbers of ranks. */
@NullMarked
package org.foretell.cli.extrapolate;

import org.jspecify.annotations.NullMarked;
