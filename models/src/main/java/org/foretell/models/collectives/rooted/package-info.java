/** Algorithms with a root: data go down a tree or come up. */
@NullMarked
package org.foretell.models.collectives.rooted;

import org.jspecify.annotations.NullMarked;
