/** Published series of real programs, beside predictions of all their sizes from the smallest. */
@NullMarked
package org.foretell.scale;

import org.jspecify.annotations.NullMarked;
