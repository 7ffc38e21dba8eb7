/** What knows no MPI: pools of records, heaps, event trees, and the check of what models answer. */
@NullMarked
package org.foretell.engine.kernel;

import org.jspecify.annotations.NullMarked;
