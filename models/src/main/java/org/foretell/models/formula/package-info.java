/** Collectives by formula: what the models have in common. */
@NullMarked
package org.foretell.models.formula;

import org.jspecify.annotations.NullMarked;
