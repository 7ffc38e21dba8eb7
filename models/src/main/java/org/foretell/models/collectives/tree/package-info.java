/** Trees over the members of a communicator. */
@NullMarked
package org.foretell.models.collectives.tree;

import org.jspecify.annotations.NullMarked;
