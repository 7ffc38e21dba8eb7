/** How long bursts take, place by place: exactly, to a stated error, or as histograms. */
@NullMarked
package org.foretell.structure.duration;

import org.jspecify.annotations.NullMarked;
