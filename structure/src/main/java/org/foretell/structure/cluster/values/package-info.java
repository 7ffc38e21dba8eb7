/** What varying values are for one rank. */
@NullMarked
package org.foretell.structure.cluster.values;

import org.jspecify.annotations.NullMarked;
