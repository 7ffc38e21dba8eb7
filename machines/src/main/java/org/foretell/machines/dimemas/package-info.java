/** Configurations of Dimemas. */
@NullMarked
package org.foretell.machines.dimemas;

import org.jspecify.annotations.NullMarked;
