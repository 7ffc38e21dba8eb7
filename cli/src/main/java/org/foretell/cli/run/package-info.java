/** The command sim run. */
@NullMarked
package org.foretell.cli.run;

import org.jspecify.annotations.NullMarked;
