/** The duration of bursts on the cores of a machine. */
@NullMarked
package org.foretell.models.compute;

import org.jspecify.annotations.NullMarked;
