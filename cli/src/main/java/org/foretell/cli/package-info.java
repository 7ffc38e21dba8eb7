/** The command {@code sim}: the only place that finds plug-ins, prints, and sets exit codes. */
@NullMarked
package org.foretell.cli;

import org.jspecify.annotations.NullMarked;
