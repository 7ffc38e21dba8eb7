/** Reads SimGrid's platform files (XML) as machines with a topology. */
@NullMarked
package org.foretell.machines.simgrid;

import org.jspecify.annotations.NullMarked;
