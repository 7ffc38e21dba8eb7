/** The command sim machines. */
@NullMarked
package org.foretell.cli.machines;

import org.jspecify.annotations.NullMarked;
