/** Traces of every format: opened, checked, counted, converted. */
@NullMarked
package org.foretell.cli.trace;

import org.jspecify.annotations.NullMarked;
