/** What settings mean: models, parameters, placement, computation, collectives, noise. */
@NullMarked
package org.foretell.setting;

import org.jspecify.annotations.NullMarked;
