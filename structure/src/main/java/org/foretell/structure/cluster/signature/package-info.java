/** What ranks do, in a few numbers each, by which they are compared. */
@NullMarked
package org.foretell.structure.cluster.signature;

import org.jspecify.annotations.NullMarked;
