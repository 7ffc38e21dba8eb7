/** {@code sim energy}. */
@NullMarked
package org.foretell.cli.energy;

import org.jspecify.annotations.NullMarked;
