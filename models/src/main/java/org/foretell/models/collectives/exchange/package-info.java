/** Algorithms without a root: all members exchange data. */
@NullMarked
package org.foretell.models.collectives.exchange;

import org.jspecify.annotations.NullMarked;
