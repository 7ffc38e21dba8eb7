/** Every algorithm by its name, with its closed form. */
@NullMarked
package org.foretell.models.collectives.algorithm;

import org.jspecify.annotations.NullMarked;
