/** The command sim compare. */
@NullMarked
package org.foretell.cli.compare;

import org.jspecify.annotations.NullMarked;
