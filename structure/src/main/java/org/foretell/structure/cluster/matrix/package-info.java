/** Pictures of the messages between ranks. */
@NullMarked
package org.foretell.structure.cluster.matrix;

import org.jspecify.annotations.NullMarked;
