/** How long bursts are. */
@NullMarked
package org.foretell.generators.program.duration;

import org.jspecify.annotations.NullMarked;
