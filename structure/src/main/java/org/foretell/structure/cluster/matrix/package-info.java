/** Pictures of who sends how much to whom. */
@NullMarked
package org.foretell.structure.cluster.matrix;

import org.jspecify.annotations.NullMarked;
